package dev.ose.server.admin.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A problem in the form of VMware's Object Storage Extension.
 *
 * @param code that of the problem, or the one by which its clients renew their token
 * @param requestId the id of the request; null outside of an answer
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CoreError(
        String code, String message, @Nullable String requestId) {

    /** The root of the paths whose problems have this form. */
    private static final String PATH = "/api/v1/core";

    private static final int UNAUTHORIZED = 401;
    private static final String TOKEN_REFUSED = "VCLOUD_TOKEN_AUTH_ERROR";

    /** Whether problems of a request to this path have this form. */
    public static boolean isUsual(String path) {
        return path.equals(PATH) || path.startsWith(PATH + '/');
    }

    /** The form of a problem of the request with this id. */
    public static CoreError of(Problem problem, @Nullable String requestId) {
        return new CoreError(
                problem.status() == UNAUTHORIZED ? TOKEN_REFUSED : problem.code(), problem.detail(), requestId);
    }
}
