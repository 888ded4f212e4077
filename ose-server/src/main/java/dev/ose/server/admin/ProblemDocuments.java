package dev.ose.server.admin;

import dev.ose.server.runtime.failure.Failure;
import tools.jackson.databind.json.JsonMapper;

/** The documents of failures, for requests that no controller sees. */
public final class ProblemDocuments {

    /** Media type of the documents. */
    public static final String MEDIA_TYPE = Problem.MEDIA_TYPE;

    private ProblemDocuments() {}

    /** The failure as the admin API tells it. */
    public static byte[] of(Failure failure) {
        return JsonMapper.shared().writeValueAsBytes(ProblemJson.of(failure));
    }
}
