package dev.ose.server.platform;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformUserId;
import java.util.List;

/** Keeps the rows of platforms. Blocks on the database. */
public interface PlatformStore {

    /**
     * Writes or updates the platform of that name. Its id never changes.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Invalid} if tenants are mapped to a platform of
     *     that name and another kind, which has their buckets
     */
    Platform register(String name, PlatformInfo info);

    /** All recorded platforms. */
    List<RecordedPlatform> recorded();

    /** Some of the users on the platform that this installation has, the oldest ones first; empty if it has none. */
    List<PlatformUserId> someUsers(PlatformId platform);
}
