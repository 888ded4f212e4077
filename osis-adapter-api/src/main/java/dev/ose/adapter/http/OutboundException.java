package dev.ose.adapter.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says that an {@link OutboundRequest} got no whole answer, why, and whether it may have been carried out. */
public final class OutboundException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Why there is no answer. */
    public enum Reason {
        /** Too many requests of the same client are under way. */
        BUSY(false),
        /** No address is known for the host name. */
        UNKNOWN_HOST(false),
        /** The host's address is one that the request must not go to. */
        FORBIDDEN_ADDRESS(false),
        /** The host did not accept a connection, or not in time. */
        UNREACHABLE(false),
        /** The proxy that leads there did not connect: {@link ProxyException} is the cause. */
        PROXY(false),
        /** The certificate is not trusted, or not for this host name, or TLS failed otherwise. */
        UNTRUSTED(false),
        /** The answer was not whole in time. */
        TIMEOUT(true),
        /** The connection broke, or what came is not HTTP. */
        BROKEN(true),
        /** The answer is larger than allowed. */
        TOO_LARGE(true),
        /** The caller was interrupted, and is still marked so. */
        INTERRUPTED(true);

        private final boolean maybeSent;

        Reason(boolean maybeSent) {
            this.maybeSent = maybeSent;
        }

        /** Whether the request may have reached the other side and been carried out there. */
        public boolean maybeSent() {
            return maybeSent;
        }
    }

    private final Reason reason;

    OutboundException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** The message with that of its cause, for operators: it may name addresses. */
    public String detail() {
        @Nullable Throwable cause = getCause();
        return cause == null ? String.valueOf(getMessage()) : getMessage() + " (" + cause.getMessage() + ")";
    }
}
