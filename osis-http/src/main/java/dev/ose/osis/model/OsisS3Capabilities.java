package dev.ose.osis.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The S3 features that a platform does not support.
 *
 * @param exclusions by S3 action in snake case, such as {@code put_bucket_policy}
 */
public record OsisS3Capabilities(Map<String, Exclusion> exclusions) {

    public OsisS3Capabilities {
        exclusions = PresentValues.map(exclusions);
    }

    /**
     * The unsupported part of an action: all of it, or these parameters, headers and elements of the body.
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

        /** The whole action is unsupported. */
        public static Exclusion whole() {
            return new Exclusion(true, List.of(), List.of(), List.of());
        }

        /** The action is supported, but not with these headers. */
        public static Exclusion ofHeaders(List<String> headers) {
            return new Exclusion(false, List.of(), headers, List.of());
        }

        /**
         * Whether the whole action is unsupported; an exclusion that names nothing says so in the first revision, which
         * has no {@code all}.
         */
        public boolean coversAll() {
            return Boolean.TRUE.equals(all) || (byParams.isEmpty() && byHeaders.isEmpty() && byPayload.isEmpty());
        }
    }

    /** Whether the action is unsupported as a whole. */
    public boolean lacks(String action) {
        Exclusion exclusion = exclusions.get(action);
        return exclusion != null && exclusion.coversAll();
    }
}
