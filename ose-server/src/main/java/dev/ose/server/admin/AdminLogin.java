package dev.ose.server.admin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.server.administration.AdminRole;
import dev.ose.server.administration.AdminUser;
import dev.ose.server.administration.PasswordHash;
import dev.ose.server.failure.FailureException;
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
 * Checks an administrator's name and password. A login that was right is remembered for a minute, under a keyed hash of
 * it, because each call brings it again and checking takes 0.1 s; so a changed password counts after a minute at most.
 */
public final class AdminLogin implements AuthenticationProvider {

    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int REMEMBERED_LOGINS = 1_000;
    private static final int LONGEST = 256;
    private static final String MAC = "HmacSHA256";

    private final Supplier<AdminServices> services;
    private final Passwords passwords;
    private final LoginBackOff backOff;
    private final Cache<ByteBuffer, AdminRole> remembered = Caffeine.newBuilder()
            .maximumSize(REMEMBERED_LOGINS)
            .expireAfterWrite(REMEMBERED)
            .build();
    private final SecretKeySpec macKey;
    private final AtomicReference<@Nullable PasswordHash> nobody = new AtomicReference<>();

    /**
     * @param services waits for the node's start where it is not over yet
     * @param random makes the key under which logins are remembered, which dies with the process
     */
    public AdminLogin(Supplier<AdminServices> services, Passwords passwords, Clock clock, SecureRandom random) {
        this.services = services;
        this.passwords = passwords;
        this.backOff = new LoginBackOff(clock);
        byte[] key = new byte[32];
        random.nextBytes(key);
        this.macKey = new SecretKeySpec(key, MAC);
    }

    /** The address has guessed wrong too often. */
    static final class BackedOff extends BadCredentialsException {

        private static final long serialVersionUID = 1L;

        private final Duration remaining;

        BackedOff(Duration remaining) {
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
                || characters.length() > LONGEST) {
            throw new BadCredentialsException("unusable");
        }
        ByteBuffer digest = digest(name, characters);
        AdminRole role = Optional.ofNullable(remembered.getIfPresent(digest))
                .orElseGet(() -> check(name, characters, digest, address(login)));
        return UsernamePasswordAuthenticationToken.authenticated(
                name, null, List.of(new SimpleGrantedAuthority("ROLE_" + role.name())));
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == UsernamePasswordAuthenticationToken.class;
    }

    private AdminRole check(String name, CharSequence characters, ByteBuffer digest, String address) {
        Duration remaining = backOff.remaining(address);
        if (remaining.isPositive()) {
            throw new BackedOff(remaining);
        }
        Optional<AdminUser> user = verified(name, characters);
        if (user.isEmpty()) {
            backOff.wrong(address);
            throw new BadCredentialsException("wrong");
        }
        backOff.right(address);
        AdminRole role = user.get().role();
        remembered.put(digest, role);
        return role;
    }

    private Optional<AdminUser> verified(String name, CharSequence characters) {
        try {
            Optional<AdminUser> user = services.get().admins().find(name);
            // An unknown name takes as long as a known one, or the time would tell which names exist.
            PasswordHash hash = user.map(AdminUser::hash).orElseGet(this::hashOfNobody);
            return passwords.matches(characters, hash) ? user : Optional.empty();
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

    private static String address(Authentication login) {
        return login.getDetails() instanceof WebAuthenticationDetails details
                ? String.valueOf(details.getRemoteAddress())
                : "unknown";
    }
}
