package dev.ose.server.admin.json;

import dev.ose.server.runtime.failure.Failure;
import tools.jackson.databind.json.JsonMapper;

/** The documents of failures, for requests that no controller sees. */
public final class ProblemDocuments {

    /** Media type of the documents. */
    public static final String MEDIA_TYPE = Problem.MEDIA_TYPE;

    /** The challenge in the header {@code WWW-Authenticate}. */
    public static final String CHALLENGE = "Basic realm=\"OSE admin\", charset=\"UTF-8\"";

    /** That a request shows no login. */
    public static final Problem LOGIN_NEEDED = Problem.of(
            401,
            "OSE-2106",
            "Login needed",
            "Send a name and password (HTTP Basic); users of tenants log in as USER@TENANT.");

    /** That a path, a parameter's name or a header field has characters that are not accepted anywhere. */
    public static final Problem AMBIGUOUS = ProblemJson.of(new Failure.Invalid(
            "request", "must have no encoded slash, backslash, percent sign, semicolon or control character"));

    private ProblemDocuments() {}

    /** {@link #LOGIN_NEEDED} as JSON. */
    public static byte[] loginNeeded() {
        return JsonMapper.shared().writeValueAsBytes(LOGIN_NEEDED);
    }

    /** The problem document of a failure. */
    public static byte[] of(Failure failure) {
        return JsonMapper.shared().writeValueAsBytes(ProblemJson.of(failure));
    }
}
