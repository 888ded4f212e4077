package dev.ose.server.admin.login;

import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Hashes passwords with Argon2id. A hash takes 16 MiB and about 0.1 s of a processor, so only two are computed at once:
 * a flood of logins cannot take the machine away from the data path. One more is kept for devices that have signed in
 * before, so that a flood does not keep their owners out, and those of share links take one at most: a client
 * that has a link and its password may send it as often as it likes. Thread-safe; blocks for as long as a hash takes.
 */
public final class Passwords {

    private static final int AT_ONCE = 2;
    private static final Duration WAIT = Duration.ofSeconds(10);

    private final PasswordEncoder encoder;
    private final Semaphore slots = new Semaphore(AT_ONCE);
    private final Semaphore reserved = new Semaphore(1);
    private final Semaphore ofLinks = new Semaphore(1);

    /** With the cost that OWASP's cheat sheet on password storage asks for at least. */
    public Passwords() {
        this(Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8());
    }

    /** With another cost. */
    public Passwords(PasswordEncoder encoder) {
        this.encoder = encoder;
    }

    /** A new hash with a salt of its own. */
    public PasswordHash hash(CharSequence characters) {
        return inSlot(slots, () -> new PasswordHash(Objects.requireNonNull(encoder.encode(characters))));
    }

    /**
     * Does work in one of the slots for hashes, with what checks whether a hash was made of some characters. What the
     * work looks at before and records after it checks is not that of a hundred others that wait for a slot meanwhile.
     *
     * @param isKnownDevice whether the characters come from a device that has signed in to the account before
     */
    public <T> T inTurn(boolean isKnownDevice, Function<BiPredicate<CharSequence, PasswordHash>, T> work) {
        return inSlot(
                isKnownDevice ? reserved : slots,
                () -> work.apply((characters, hash) -> encoder.matches(characters, hash.encoded())));
    }

    /** The same for the password of a share link: all links together leave a slot to logins. */
    public <T> T inTurnOfLinks(Function<BiPredicate<CharSequence, PasswordHash>, T> work) {
        return inSlot(ofLinks, () -> inTurn(false, work));
    }

    private static <T> T inSlot(Semaphore slots, Supplier<T> work) {
        try {
            if (!slots.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new FailureException(new Failure.Busy(WAIT));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailureException(new Failure.Busy(WAIT));
        }
        try {
            return work.get();
        } finally {
            slots.release();
        }
    }
}
