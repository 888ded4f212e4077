package dev.ose.server.admin.access.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.account.Account;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Browsers that have signed in to an account. That a device is known lets its logins be counted apart from those of
 * others; it proves nothing else. Thread-safe; blocks on the database.
 */
public final class KnownDevices {

    /** How long a device is known that does not sign in. */
    public static final Duration LIFE = Duration.ofDays(90);

    /** Of one account. */
    private static final int MOST = 20;

    private final KnownDeviceStore store;
    private final SecureRandom random;

    public KnownDevices(KnownDeviceStore store, SecureRandom random) {
        this.store = store;
        this.random = random;
    }

    /**
     * The id of a device at which the account has signed in before; empty for any other.
     *
     * @param account empty if there is none of the name that was typed
     */
    public Optional<String> idOf(Secret shown, Optional<Account> account) {
        String digest = BearerDigest.of(shown);
        // Looked up without an account, too: the time must not reveal which names exist.
        return store.use(digest, LIFE)
                .filter(owner -> account.map(Account::id).filter(owner::equals).isPresent())
                .map(_ -> digest);
    }

    /**
     * Has the account know a device from now on.
     *
     * @param shown what the device showed; null if nothing
     * @return what it shows from now on
     */
    public Secret know(Account account, @Nullable Secret shown) {
        if (shown != null && idOf(shown, Optional.of(account)).isPresent()) {
            return shown;
        }
        Secret bearer = BearerDigest.random(random, "");
        store.add(account.id(), BearerDigest.of(bearer), MOST);
        return bearer;
    }
}
