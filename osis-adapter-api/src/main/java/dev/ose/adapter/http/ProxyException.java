package dev.ose.adapter.http;

import java.io.IOException;

/** Says that a proxy did not connect us to a host; nothing was sent to that one. */
public final class ProxyException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Why not. */
    public enum Reason {
        /** It could not be connected to, or closed the connection, or did not answer in time. */
        SILENT,
        /** Its answer is not one of an HTTP proxy. */
        GARBAGE,
        /** It wants another login, or one at all: status 407. */
        LOGIN,
        /** It does not connect to this host and port: another status from 400 to 499. */
        REFUSED,
        /** It could not reach the host: any other status. */
        FAILED
    }

    private final Reason reason;

    public ProxyException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
