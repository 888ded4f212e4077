package dev.ose.server.catalog.search;

/** What buckets are chosen and ordered by. */
public enum BucketProperty {
    /** The bucket's name. */
    NAME(false),
    /** When it was made. */
    CREATED(false),
    /** The region that its tenant was told. */
    REGION(false),
    /** The name of the user who owns it. */
    OWNER(true),
    /** How many objects are in it. */
    OBJECTS(true),
    /** How many bytes they have. */
    BYTES(true);

    private final boolean isInternal;

    BucketProperty(boolean isInternal) {
        this.isInternal = isInternal;
    }

    /** Whether it is nobody's business outside of the bucket's tenant, not even of those whom the bucket is shared with. */
    public boolean isInternal() {
        return isInternal;
    }
}
