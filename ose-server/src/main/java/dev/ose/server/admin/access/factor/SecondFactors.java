package dev.ose.server.admin.access.factor;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.account.AccountId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Second factors of accounts. A code counts once, on whichever node it is shown; so does a recovery code. Guesses are
 * limited by who checks the sign-in. Thread-safe; blocks on the database.
 */
public final class SecondFactors {

    /** As RFC 4226 recommends. */
    private static final int KEY_BYTES = 20;

    private static final int RECOVERY_CODES = 10;

    /** 80 bits, so that a digest without salt hides a code. */
    private static final int RECOVERY_BYTES = 10;

    private static final String FIELD = "code";

    private final SecondFactorStore store;
    private final SecureRandom random;
    private final Clock clock;

    public SecondFactors(SecondFactorStore store, SecureRandom random, Clock clock) {
        this.store = store;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Makes a key, which counts once it is confirmed.
     *
     * @return the key in base32, as authenticator apps take it
     * @throws FailureException {@code AlreadyExists} if the account has a second factor
     */
    public Secret begin(AccountId account) {
        byte[] key = bytes(KEY_BYTES);
        if (!store.begin(account, Secret.of(key))) {
            throw new FailureException(new Failure.AlreadyExists("second factor", "of this account"));
        }
        return Secret.of(Base32.encode(key));
    }

    /**
     * Confirms the key with a code of the device.
     *
     * @return recovery codes, which are shown only once
     * @throws FailureException {@code NotFound} if there is no key to confirm; {@code Invalid} if the code is wrong
     */
    public List<Secret> confirm(AccountId account, Secret code) {
        SecondFactorStore.Factor factor = store.find(account)
                .filter(it -> !it.isConfirmed())
                .orElseThrow(() -> new FailureException(new Failure.NotFound("second factor", "to confirm")));
        OptionalLong step = Totp.matching(factor.key(), code, clock.instant());
        if (step.isEmpty()) {
            throw new FailureException(new Failure.Invalid(FIELD, "is wrong; is the device's clock right?"));
        }
        List<Secret> recovery = IntStream.range(0, RECOVERY_CODES)
                .mapToObj(_ -> Secret.of(Base32.encode(bytes(RECOVERY_BYTES))))
                .toList();
        List<String> digests = recovery.stream().map(BearerDigest::of).toList();
        if (!store.confirm(account, step.getAsLong(), digests)) {
            throw new FailureException(new Failure.NotFound("second factor", "to confirm"));
        }
        return recovery;
    }

    /** Whether this is a code of the account's device, or one of its recovery codes; it does not count again. */
    public boolean take(AccountId account, Secret shown) {
        Secret code = plain(shown);
        Optional<SecondFactorStore.Factor> factor = store.find(account).filter(SecondFactorStore.Factor::isConfirmed);
        if (factor.isEmpty()) {
            return false;
        }
        OptionalLong step = Totp.matching(factor.get().key(), code, clock.instant());
        return step.isPresent()
                ? store.takeStep(account, step.getAsLong())
                : store.takeRecovery(account, BearerDigest.of(code));
    }

    /** Ends the second factor of an account, if it has one. */
    public void end(AccountId account) {
        store.remove(account);
    }

    /** As it was made: people type blanks, hyphens and small letters. */
    private static Secret plain(Secret shown) {
        String typed = shown.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        return Secret.of(typed.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
