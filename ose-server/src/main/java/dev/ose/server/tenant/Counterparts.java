package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;

/**
 * Creates counterparts of users whose rows are claimed. A call that failed or was interrupted is completed by repeating
 * it. Blocks on the database and the platform. Thread-safe.
 */
final class Counterparts {

    private final PlatformAdministration platforms;

    Counterparts(PlatformAdministration platforms) {
        this.platforms = platforms;
    }

    /** Creates the counterpart with its key, or completes it. Fails with {@code NotFound} if the user was removed. */
    PlatformUserId make(PlatformId platform, PlatformTenantId tenant, User user, CounterpartRow row) {
        PlatformUser made = platforms.createUser(platform, tenant, user);
        try {
            row.record(made);
            ensureKey(platform, made.id(), row);
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.NotFound) {
                // Deleted meanwhile; the deletion may have searched the platform before this call created the
                // counterpart.
                platforms.retireUser(platform, made.id());
            }
            throw e;
        }
        return made.id();
    }

    /** Prefers a key that an interrupted call left on the platform to a new one. */
    void ensureKey(PlatformId platform, PlatformUserId counterpart, CounterpartRow row) {
        if (row.hasKey()) {
            return;
        }
        List<PlatformKey> left = platforms.listKeys(platform, counterpart);
        PlatformKey key = left.isEmpty() ? platforms.createKey(platform, counterpart) : left.getFirst();
        String recorded = row.recordKey(key);
        if (left.isEmpty() && !recorded.equals(key.accessKey())) {
            // A concurrent call has finished the user: this key is superfluous.
            platforms.deleteKey(platform, counterpart, key.accessKey());
        }
    }
}
