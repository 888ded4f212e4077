package dev.ose.server.admin.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error as <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a> describes it.
 *
 * @param type identifies the kind of problem
 * @param title the same for every problem of the kind
 * @param status the HTTP status
 * @param detail what happened this time
 * @param code stable code for scripts
 * @param field the part of the request that is to blame, the first of several
 * @param errors every part that is to blame, and why
 * @param requestId the id of the request, as in {@value #REQUEST_ID} and in the audit log; null outside of an answer
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        @Schema(pattern = "^OSE-[0-9]{4}$") String code,
        @Nullable String field,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors,
        @Nullable String requestId) {

    /** The header of each answer that has the id of its request. */
    public static final String REQUEST_ID = "X-OSE-Request-Id";

    public Problem {
        errors = List.copyOf(errors);
    }

    /**
     * What is wrong with a part of a request.
     *
     * @param message goes on after the name of the part
     */
    public record FieldError(String field, String message) {}

    /** Media type of its JSON. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** A problem that no single field is to blame for. */
    public static Problem of(int status, String code, String title, String detail) {
        return new Problem("urn:ose:problem:" + code, title, status, detail, code, null, List.of(), null);
    }

    /** The same with the parts that are to blame, of which there is one at least. */
    Problem at(List<FieldError> blamed) {
        return new Problem(type, title, status, detail, code, blamed.getFirst().field(), blamed, requestId);
    }

    /** The same as a part of the answer to the request of this id. */
    public Problem withRequestId(@Nullable String request) {
        return new Problem(type, title, status, detail, code, field, errors, request);
    }
}
