package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUser;

/** The row of a user's counterpart on one platform. Every method blocks on the database. */
interface CounterpartRow {

    /** Records the counterpart unless one is recorded. Fails with {@code NotFound} if the user was removed. */
    void record(PlatformUser made);

    /** Whether a key is recorded. */
    boolean hasKey();

    /**
     * Records the key, sealed, unless one is recorded. Returns the access key that is now recorded. Fails with {@code
     * NotFound} if the user was removed.
     */
    String recordKey(PlatformKey key);
}
