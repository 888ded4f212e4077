package dev.ose.server.accounting.quota;

import org.jspecify.annotations.Nullable;

/** Who has leased how much room under each quota. Blocks on the database; fails with {@code MetadataUnavailable}. */
public interface LeaseTable {

    /**
     * Replaces what this node has leased by {@code held} and what the {@link LeaseRule} grants on top, so that no two nodes are
     * granted the same room.
     *
     * @param quota its id
     * @param held what the node has leased and still needs: what is under way, or not given away yet
     * @param wanted room for this on top; nothing to only tell what is held
     * @param target what the room is wanted for, so that what it replaces can be credited; null for nothing
     */
    Answer lease(long quota, StorageAmount held, StorageAmount wanted, @Nullable QuotaTarget target);

    /**
     * What became of it.
     *
     * @param granted on top of what was held
     * @param credit what the target takes already; nothing if it is not there
     * @param shortage why no more was granted, where it does not suffice
     */
    record Answer(StorageAmount granted, StorageAmount credit, DenialReason shortage) {}
}
