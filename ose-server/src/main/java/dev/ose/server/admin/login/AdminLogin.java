package dev.ose.server.admin.login;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.s3.AddressRange;
import dev.ose.server.access.LoginThrottle;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminUser;
import dev.ose.server.admin.access.AdminUserStore;
import dev.ose.server.admin.access.MemberLoginStore;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Checks name and password of an administrator of the provider, or of a tenant's user, who logs in as {@code
 * user@tenant}. A password that was right is remembered for a minute, under a keyed hash of the login, because each
 * call brings it again and checking takes 0.1 s. What it was right for is read anew each time, so that a changed
 * password, role or status counts at once.
 */
public final class AdminLogin implements AuthenticationProvider {

    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int REMEMBERED_LOGINS = 1_000;
    private static final int LONGEST = 256;
    private static final String MAC = "HmacSHA256";
    private static final char OF_TENANT = '@';

    private final Supplier<AdminUserStore> admins;
    private final Supplier<MemberLoginStore> members;
    private final Passwords passwords;
    private final LoginThrottle backOff;
    private final Cache<ByteBuffer, PasswordHash> remembered = Caffeine.newBuilder()
            .maximumSize(REMEMBERED_LOGINS)
            .expireAfterWrite(REMEMBERED)
            .build();
    private final SecretKeySpec macKey;
    private final AtomicReference<@Nullable PasswordHash> nobody = new AtomicReference<>();

    /**
     * @param admins waits for the node's start if it is not over yet
     * @param members as {@code admins}
     * @param random makes the key under which logins are remembered, which dies with the process
     */
    public AdminLogin(
            Supplier<AdminUserStore> admins,
            Supplier<MemberLoginStore> members,
            Passwords passwords,
            Clock clock,
            SecureRandom random) {
        this.admins = admins;
        this.members = members;
        this.passwords = passwords;
        this.backOff = new LoginThrottle(clock);
        byte[] key = new byte[32];
        random.nextBytes(key);
        this.macKey = new SecretKeySpec(key, MAC);
    }

    /** There were too many wrong guesses from the address. */
    public static final class BackedOff extends BadCredentialsException {

        private static final long serialVersionUID = 1L;

        private final Duration remaining;

        public BackedOff(Duration remaining) {
            super("backed off");
            this.remaining = remaining;
        }

        Duration remaining() {
            return remaining;
        }
    }

    @Override
    public Authentication authenticate(Authentication login) {
        String name = login.getName();
        if (!(login.getCredentials() instanceof CharSequence characters)
                || name.length() > LONGEST
                // A NUL cannot be in the database and must not be sent there.
                || name.indexOf('\0') >= 0
                || characters.length() > LONGEST) {
            throw new BadCredentialsException("unusable");
        }
        ByteBuffer digest = digest(name, characters);
        Optional<Account> account = find(name);
        boolean isRemembered = account.isPresent()
                && account.map(Account::hash).equals(Optional.ofNullable(remembered.getIfPresent(digest)));
        Account right = isRemembered ? account.get() : checked(account, characters, login);
        if (!isRemembered) {
            remembered.put(digest, right.hash());
        }
        if (!right.active()) {
            throw new AuthenticationServiceException("disabled", new FailureException(new Failure.CallerDisabled()));
        }
        return UsernamePasswordAuthenticationToken.authenticated(
                right.caller(),
                null,
                List.of(new SimpleGrantedAuthority(
                        "ROLE_" + right.caller().role().name())));
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == UsernamePasswordAuthenticationToken.class;
    }

    /** Who has the name, and what a login as it must match. */
    private record Account(AdminCaller caller, PasswordHash hash, boolean active) {}

    private Optional<Account> find(String name) {
        // Neither tenants' names nor users' contain the sign.
        int sign = name.lastIndexOf(OF_TENANT);
        try {
            return sign < 0
                    ? admins.get().find(name).map(AdminLogin::account)
                    : members.get()
                            .find(name.substring(sign + 1), name.substring(0, sign))
                            .map(it -> new Account(it.caller(), it.hash(), it.active()));
        } catch (FailureException e) {
            throw new AuthenticationServiceException("cannot check", e);
        }
    }

    private static Account account(AdminUser user) {
        return new Account(new AdminCaller.Provider(user.name()), user.hash(), true);
    }

    private Account checked(Optional<Account> account, CharSequence characters, Authentication login) {
        Object place = place(login);
        Duration remaining = backOff.remaining(place, login.getName());
        if (remaining.isPositive()) {
            throw new BackedOff(remaining);
        }
        if (!matches(account, characters) || account.isEmpty()) {
            backOff.wrong(place, login.getName());
            throw new BadCredentialsException("wrong");
        }
        backOff.right(place, login.getName());
        return account.get();
    }

    private boolean matches(Optional<Account> account, CharSequence characters) {
        try {
            // An unknown name takes as long as a known one, or the time would tell which names exist.
            PasswordHash hash = account.map(Account::hash).orElseGet(this::hashOfNobody);
            return passwords.matches(characters, hash);
        } catch (FailureException e) {
            throw new AuthenticationServiceException("cannot check", e);
        }
    }

    private PasswordHash hashOfNobody() {
        PasswordHash known = nobody.get();
        if (known == null) {
            known = passwords.hash("nobody");
            nobody.set(known);
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

    /** Where a login comes from; whoever has one IPv6 address can have any of its network. */
    private static Object place(Authentication login) {
        return login.getDetails() instanceof WebAuthenticationDetails details
                ? AddressRange.networkOf(String.valueOf(details.getRemoteAddress()))
                : "unknown";
    }
}
