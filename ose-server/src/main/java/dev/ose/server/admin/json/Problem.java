package dev.ose.server.admin.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An error as <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a> tells it.
 *
 * @param type identifies the kind of problem
 * @param title the same for every problem of the kind
 * @param status the HTTP status
 * @param detail what happened this time
 * @param code stable code for scripts
 * @param field the part of the request that is to blame
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        String code,
        @Nullable String field) {

    /** Media type of its JSON. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** A problem that no single field is to blame for. */
    public static Problem of(int status, String code, String title, String detail) {
        return new Problem("urn:ose:problem:" + code, title, status, detail, code, null);
    }

    Problem at(String blamed) {
        return new Problem(type, title, status, detail, code, blamed);
    }
}
