package dev.ose.server.accounting.quota;

/**
 * A quota as writes meet it: which one, and what of a write it is about.
 *
 * @param id the quota's
 */
public record Limit(long id, Holder holder, boolean boundsBytes, boolean boundsObjects) {

    /** What kind of holder it has, to tell who is refused. */
    public enum Holder {
        TENANT,
        USER,
        BUCKET
    }

    /** What of an amount counts. */
    StorageAmount part(StorageAmount whole) {
        return new StorageAmount(boundsBytes ? whole.bytes() : 0, boundsObjects ? whole.objects() : 0);
    }
}
