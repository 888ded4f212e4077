package dev.ose.server.platform;

import dev.ose.adapter.PlatformInfo;

/** Keeps the rows of platforms. Blocks on the database. */
public interface PlatformStore {

    /**
     * Writes or updates the platform of that name. Its id stays the same for ever.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Invalid} if tenants live on a platform of that
     *     name and another kind: their buckets are there and not here
     */
    Platform register(String name, PlatformInfo info);
}
