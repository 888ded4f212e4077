package dev.ose.server.admin.access.session;

import dev.ose.server.admin.access.account.AccountId;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps known devices under digests of their cookies. Blocks on the database; fails with {@code MetadataUnavailable}.
 */
public interface KnownDeviceStore {

    /** The account that has signed in at the device, which counts as used now; empty if it was unused for that long. */
    Optional<AccountId> use(String digest, Duration life);

    /** Adds a device of an account, and removes the least used ones beyond so many. */
    void add(AccountId account, String digest, int most);
}
