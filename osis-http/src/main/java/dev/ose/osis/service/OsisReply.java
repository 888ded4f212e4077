package dev.ose.osis.service;

import dev.ose.adapter.PlatformException;
import dev.ose.osis.model.OsisError;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call.
 *
 * @param document absent means no body
 */
record OsisReply(int status, @Nullable Object document, Map<String, String> headers) {

    private static final Map<String, String> SOON = Map.of("Retry-After", "5");

    static OsisReply ok(Object document) {
        return new OsisReply(200, document, Map.of());
    }

    static OsisReply found() {
        return new OsisReply(200, null, Map.of());
    }

    static OsisReply created(Object document) {
        return new OsisReply(201, document, Map.of());
    }

    static OsisReply done() {
        return new OsisReply(204, null, Map.of());
    }

    /**
     * The answer to a platform's failure: 503 if nothing was done, 504 if the outcome is unknown. OSE's own client
     * relies on the difference; the contract does not define the 5xx.
     */
    static OsisReply of(PlatformException e) {
        String message = Objects.requireNonNullElse(e.getMessage(), "");
        return switch (e.kind()) {
            case NOT_FOUND -> new OsisReply(404, new OsisError("E_NOT_FOUND", message), Map.of());
            case REJECTED -> new OsisReply(400, new OsisError("E_BAD_REQUEST", message), Map.of());
            case NOT_IMPLEMENTED -> new OsisReply(501, new OsisError("E_NOT_IMPLEMENTED", message), Map.of());
            case UNAVAILABLE -> new OsisReply(503, new OsisError("E_UNAVAILABLE", message), SOON);
            case OUTCOME_UNKNOWN -> new OsisReply(504, new OsisError("E_OUTCOME_UNKNOWN", message), Map.of());
        };
    }

    /** The answer to an unexpected exception; carries no details. */
    static OsisReply internalError() {
        return new OsisReply(500, new OsisError("E_INTERNAL", "The service failed; its log says why."), Map.of());
    }
}
