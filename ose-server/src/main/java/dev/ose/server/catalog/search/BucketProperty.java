package dev.ose.server.catalog.search;

/** The properties that buckets are filtered and ordered by. */
public enum BucketProperty {
    /** The bucket's name. */
    NAME(false),
    /** The creation time. */
    CREATED(false),
    /** The region as shown to its tenant. */
    REGION(false),
    /** The name of the owner. */
    OWNER(true),
    /** The number of objects. */
    OBJECTS(true),
    /** The total size in bytes. */
    BYTES(true);

    private final boolean isInternal;

    BucketProperty(boolean isInternal) {
        this.isInternal = isInternal;
    }

    /** Whether the property is hidden outside the bucket's tenant, even from users with whom the bucket is shared. */
    public boolean isInternal() {
        return isInternal;
    }
}
