package dev.ose.server.admin.login;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.s3.AddressRange;
import dev.ose.server.access.AccountThrottle;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks names and passwords, and slows down guesses. A password that was right is remembered for a minute, under a
 * keyed hash of the login, because each call of a script brings it again and checking takes 0.1 s. The account is read
 * again each time, so that a changed password, role or status counts at once. Thread-safe; blocks on the database.
 */
public final class LoginCheck {

    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int REMEMBERED_LOGINS = 1_000;
    private static final int MAX_LENGTH = 256;
    private static final String MAC = "HmacSHA256";

    private final Supplier<AccountStore> accounts;
    private final Supplier<KnownDevices> devices;
    private final Passwords passwords;
    private final AccountThrottle throttle;
    private final Cache<ByteBuffer, PasswordHash> remembered = Caffeine.newBuilder()
            .maximumSize(REMEMBERED_LOGINS)
            .expireAfterWrite(REMEMBERED)
            .build();
    private final SecretKeySpec macKey;
    private final AtomicReference<@Nullable PasswordHash> decoy = new AtomicReference<>();

    /**
     * @param accounts waits for the node's start if it is not over yet
     * @param devices likewise
     * @param throttle counts wrong logins
     * @param random makes the key under which logins are remembered, which dies with the process
     */
    public LoginCheck(
            Supplier<AccountStore> accounts,
            Supplier<KnownDevices> devices,
            Passwords passwords,
            AccountThrottle throttle,
            SecureRandom random) {
        this.accounts = accounts;
        this.devices = devices;
        this.passwords = passwords;
        this.throttle = throttle;
        byte[] key = new byte[32];
        random.nextBytes(key);
        this.macKey = new SecretKeySpec(key, MAC);
    }

    /**
     * The account of a name and a password.
     *
     * @param from where the login comes from
     * @throws FailureException {@code WrongLogin}; {@code TooManyWrongLogins}; {@code CallerDisabled} after a right
     *     password only
     */
    public Account check(String name, CharSequence characters, LoginOrigin from) {
        if (name.length() > MAX_LENGTH
                // A NUL cannot be in the database and must not be sent there.
                || name.indexOf('\0') >= 0
                || characters.length() > MAX_LENGTH) {
            throw impossible(name, from);
        }
        ByteBuffer digest = digest(name, characters);
        Optional<Account> account = accounts.get().find(name);
        PasswordHash before = remembered.getIfPresent(digest);
        Account right = before != null
                        && account.map(Account::hash).filter(before::equals).isPresent()
                ? account.get()
                : checked(account, characters, from, name);
        if (right.hash() != null) {
            remembered.put(digest, right.hash());
        }
        if (!right.isActive()) {
            throw new FailureException(new Failure.CallerDisabled());
        }
        return right;
    }

    /** Counts a login that no account can have like another wrong one: it is recorded like one, too. */
    private FailureException impossible(String name, LoginOrigin from) {
        AccountThrottle.Origin origin = address(from);
        String counted = name.substring(0, Math.min(name.length(), MAX_LENGTH));
        requireAttempt(origin, counted);
        throttle.wrong(origin, counted);
        return new FailureException(new Failure.WrongLogin());
    }

    private Account checked(Optional<Account> account, CharSequence characters, LoginOrigin from, String name) {
        AccountThrottle.Origin origin = origin(account, from);
        requireAttempt(origin, name);
        // An unknown name takes as long as a known one, or the time would reveal which names exist.
        PasswordHash known = account.map(Account::hash).orElse(null);
        PasswordHash compared = known == null ? decoyHash() : known;
        return passwords.inTurn(origin instanceof AccountThrottle.Origin.KnownDevice, matcher -> {
            // Guesses that came at once have all passed the check above, and waited for those before them since.
            requireAttempt(origin, name);
            if (!matcher.test(characters, compared) || known == null || account.isEmpty()) {
                throttle.wrong(origin, name);
                throw new FailureException(new Failure.WrongLogin());
            }
            throttle.right(origin, name);
            return account.get();
        });
    }

    private void requireAttempt(AccountThrottle.Origin origin, String name) {
        Duration remaining = throttle.remaining(origin, name);
        if (remaining.isPositive()) {
            throw new FailureException(new Failure.TooManyWrongLogins(remaining));
        }
    }

    private AccountThrottle.Origin origin(Optional<Account> account, LoginOrigin from) {
        return Optional.ofNullable(from.device())
                .flatMap(shown -> devices.get().idOf(shown, account))
                .<AccountThrottle.Origin>map(AccountThrottle.Origin.KnownDevice::new)
                .orElseGet(() -> address(from));
    }

    /** A client with one IPv6 address can have any of its network. */
    private static AccountThrottle.Origin address(LoginOrigin from) {
        return new AccountThrottle.Origin.Address(AddressRange.networkOf(from.address()));
    }

    private PasswordHash decoyHash() {
        PasswordHash known = decoy.get();
        if (known == null) {
            known = passwords.hash("decoy");
            decoy.set(known);
        }
        return known;
    }

    private ByteBuffer digest(String name, CharSequence characters) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(macKey);
            mac.update(name.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return ByteBuffer.wrap(mac.doFinal(characters.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC, e);
        }
    }
}
