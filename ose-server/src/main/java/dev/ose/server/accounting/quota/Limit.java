package dev.ose.server.accounting.quota;

/**
 * A quota that applies to writes, and the dimensions that it bounds.
 *
 * @param id the id of the quota
 */
public record Limit(long id, Holder holder, boolean boundsBytes, boolean boundsObjects) {

    /** The kind of holder, as reported in errors. */
    public enum Holder {
        TENANT,
        USER,
        BUCKET
    }

    /** The bounded dimensions of an amount. */
    StorageAmount part(StorageAmount whole) {
        return new StorageAmount(boundsBytes ? whole.bytes() : 0, boundsObjects ? whole.objects() : 0);
    }
}
