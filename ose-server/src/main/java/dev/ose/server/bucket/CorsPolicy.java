package dev.ose.server.bucket;

import java.util.Set;

/**
 * Which pages the provider lets use S3 whatever the rules of buckets say.
 *
 * @param origins in the form of the Origin header; without effect unless the mode is {@code LISTED_ORIGINS}
 */
public record CorsPolicy(Mode mode, Set<String> origins) {

    /** Only buckets' rules decide. */
    public static final CorsPolicy BUCKET_RULES = new CorsPolicy(Mode.BUCKET_RULES, Set.of());

    /** The modes. */
    public enum Mode {
        /** The rules of each bucket decide. */
        BUCKET_RULES,
        /** Every page may use every bucket. */
        ANY_ORIGIN,
        /** Pages of these origins may use every bucket; for all others the rules of each bucket decide. */
        LISTED_ORIGINS
    }

    public CorsPolicy {
        origins = Set.copyOf(origins);
    }

    /** Whether pages of this origin may use every bucket. */
    public boolean allows(String origin) {
        return switch (mode) {
            case BUCKET_RULES -> false;
            case ANY_ORIGIN -> true;
            case LISTED_ORIGINS -> origins.contains(origin);
        };
    }
}
