package dev.ose.osis.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a platform's S3 service cannot do.
 *
 * @param exclusions by S3 action in snake case, such as {@code put_bucket_policy}
 */
public record OsisS3Capabilities(Map<String, Exclusion> exclusions) {

    public OsisS3Capabilities {
        exclusions = PresentValues.map(exclusions);
    }

    /**
     * How much of an action is missing: all of it, or only with these parameters, headers and elements of the body.
     *
     * @param all second revision
     */
    public record Exclusion(
            @Nullable Boolean all, List<String> byParams, List<String> byHeaders, List<String> byPayload) {

        public Exclusion {
            byParams = PresentValues.list(byParams);
            byHeaders = PresentValues.list(byHeaders);
            byPayload = PresentValues.list(byPayload);
        }

        /** The whole action is missing. */
        public static Exclusion whole() {
            return new Exclusion(true, List.of(), List.of(), List.of());
        }

        /** The action is there, but not with these headers. */
        public static Exclusion ofHeaders(List<String> headers) {
            return new Exclusion(false, List.of(), headers, List.of());
        }

        /**
         * An exclusion that names nothing excludes everything: so said the first revision, which had no {@code all}.
         */
        public boolean coversAll() {
            return Boolean.TRUE.equals(all) || (byParams.isEmpty() && byHeaders.isEmpty() && byPayload.isEmpty());
        }
    }

    /** Whether nothing of the action is there. */
    public boolean lacks(String action) {
        Exclusion exclusion = exclusions.get(action);
        return exclusion != null && exclusion.coversAll();
    }
}
