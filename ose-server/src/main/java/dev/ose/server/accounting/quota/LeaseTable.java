package dev.ose.server.accounting.quota;

import org.jspecify.annotations.Nullable;

/** The nodes' leases under each quota. Blocks on the database; fails with {@code MetadataUnavailable}. */
public interface LeaseTable {

    /**
     * Replaces this node's lease by {@code held} plus what the {@link LeaseRule} grants, so that the leases of all
     * nodes never exceed the quota.
     *
     * @param quota the id of the quota
     * @param held what the node has leased and still needs: reserved or spare
     * @param wanted the amount wanted in addition; {@link StorageAmount#NOTHING} to only report {@code held}
     * @param target what is written, so that what it replaces can be credited; null for nothing
     */
    Answer lease(long quota, StorageAmount held, StorageAmount wanted, @Nullable QuotaTarget target);

    /**
     * The result of a lease.
     *
     * @param granted in addition to what was held
     * @param credit what the target takes already; nothing if it does not exist
     * @param shortage the reason if {@code granted} does not suffice
     */
    record Answer(StorageAmount granted, StorageAmount credit, DenialReason shortage) {}
}
