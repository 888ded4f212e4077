package dev.ose.server.bucket;

/** A tenant's reservation of a name while the platform creates the bucket. */
public record BucketClaim(BucketId bucket, Kind kind) {

    /** What the name was before. */
    public enum Kind {
        /** Free. */
        NEW,
        /** Reserved by a request that has not ended, and no longer can: the platform may have the bucket. */
        TAKEN_OVER,
        /** Reserved by another request of the tenant, which may be creating the bucket at this moment. */
        SHARED,
        /** That of a bucket of the tenant, which is kept if the platform refuses. */
        KEPT
    }

    public boolean isKept() {
        return kind == Kind.KEPT;
    }

    public boolean isShared() {
        return kind == Kind.SHARED;
    }

    public boolean isTakenOver() {
        return kind == Kind.TAKEN_OVER;
    }
}
