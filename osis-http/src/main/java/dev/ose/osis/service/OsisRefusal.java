package dev.ose.osis.service;

import dev.ose.osis.model.OsisError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a call with an answer that says why it was not done. Has no stack trace: it is not a defect of the server. */
final class OsisRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient OsisReply reply;

    private OsisRefusal(OsisReply reply) {
        super(null, null, false, false);
        this.reply = reply;
    }

    static OsisRefusal of(OsisReply reply) {
        return new OsisRefusal(reply);
    }

    static OsisRefusal badRequest(String message) {
        return of(new OsisReply(400, new OsisError("E_BAD_REQUEST", message), Map.of()));
    }

    /** 404 without a body: the tenant or user does not exist. */
    static OsisRefusal notFound() {
        return of(new OsisReply(404, null, Map.of()));
    }

    static OsisRefusal notFound(String message) {
        return of(new OsisReply(404, new OsisError("E_NOT_FOUND", message), Map.of()));
    }

    static OsisRefusal notImplemented(String message) {
        return of(new OsisReply(501, new OsisError("E_NOT_IMPLEMENTED", message), Map.of()));
    }

    static <T> T required(@Nullable T value, String field) {
        if (value == null || (value instanceof String text && text.isBlank())) {
            throw badRequest(field + " is missing");
        }
        return value;
    }

    OsisReply reply() {
        return reply;
    }
}
