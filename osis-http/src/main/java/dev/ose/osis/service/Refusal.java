package dev.ose.osis.service;

import dev.ose.osis.model.OsisError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a call with an answer that says why it was not done. Has no trace: the caller is at fault, or nobody. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    private Refusal(Reply reply) {
        super(null, null, false, false);
        this.reply = reply;
    }

    static Refusal of(Reply reply) {
        return new Refusal(reply);
    }

    static Refusal badRequest(String message) {
        return of(new Reply(400, new OsisError("E_BAD_REQUEST", message), Map.of()));
    }

    /** Tenants and users that are not there are answered without a body. */
    static Refusal notFound() {
        return of(new Reply(404, null, Map.of()));
    }

    static Refusal notFound(String message) {
        return of(new Reply(404, new OsisError("E_NOT_FOUND", message), Map.of()));
    }

    static Refusal notImplemented(String message) {
        return of(new Reply(501, new OsisError("E_NOT_IMPLEMENTED", message), Map.of()));
    }

    static <T> T required(@Nullable T value, String field) {
        if (value == null || (value instanceof String text && text.isBlank())) {
            throw badRequest(field + " is missing");
        }
        return value;
    }

    Reply reply() {
        return reply;
    }
}
