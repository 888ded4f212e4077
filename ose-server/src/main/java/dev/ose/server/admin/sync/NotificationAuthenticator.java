package dev.ose.server.admin.sync;

import dev.ose.adapter.Secret;
import dev.ose.s3.AddressRange;
import dev.ose.server.access.LoginThrottle;
import dev.ose.server.admin.login.RefusalWriter;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Authenticates platforms' notifications by their secret, in the ways that platforms support: as the password of a
 * URL's {@code user:password@}, as a bearer token, or as the whole {@code Authorization} header. The secret is not
 * valid elsewhere, and administrators' logins are not valid here. Guesses are throttled per network, as logins are, and
 * repetitions of one wrong secret by that secret: a topic with an outdated secret must not block other topics of the
 * same address. A correct secret does not reset the count.
 */
public final class NotificationAuthenticator extends OncePerRequestFilter {

    /** The path of notifications. */
    public static final String PATH = "/api/v1/platforms/{platform}/notifications";

    private static final String BASIC = "Basic ";
    private static final String BEARER = "Bearer ";

    private final Optional<Secret> expected;
    private final RefusalWriter refusals;
    private final LoginThrottle backOff;

    /** @param expected absent if notifications are disabled: then every secret is wrong */
    public NotificationAuthenticator(Optional<Secret> expected, RefusalWriter refusals, Clock clock) {
        this.expected = expected;
        this.refusals = refusals;
        this.backOff = new LoginThrottle(clock);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        @Nullable AuthenticationException refusal = refusal(request);
        if (refusal == null) {
            chain.doFilter(request, response);
        } else {
            refusals.commence(request, response, refusal);
        }
    }

    private @Nullable AuthenticationException refusal(HttpServletRequest request) {
        Object place = AddressRange.networkOf(String.valueOf(request.getRemoteAddr()));
        @Nullable String header = request.getHeader("Authorization");
        // A wrong secret may be almost a right one, so only its hash is kept.
        Object word = Objects.hashCode(header);
        Duration remaining = backOff.remaining(place, word);
        if (remaining.isPositive()) {
            return new AuthenticationServiceException(
                    "refused", new FailureException(new Failure.TooManyWrongLogins(remaining)));
        }
        if (!isRight(header)) {
            backOff.wrong(place, word);
            return new BadCredentialsException("wrong");
        }
        return null;
    }

    private boolean isRight(@Nullable String header) {
        return header != null
                && shown(header)
                        .filter(word -> expected.filter(word::equals).isPresent())
                        .isPresent();
    }

    private static Optional<Secret> shown(String header) {
        if (header.startsWith(BASIC)) {
            return basic(header.substring(BASIC.length()));
        }
        return Optional.of(Secret.of(header.startsWith(BEARER) ? header.substring(BEARER.length()) : header));
    }

    private static Optional<Secret> basic(String encoded) {
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(encoded.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        for (int i = 0; i < decoded.length; i++) {
            if (decoded[i] == ':') {
                return Optional.of(Secret.of(Arrays.copyOfRange(decoded, i + 1, decoded.length)));
            }
        }
        return Optional.empty();
    }
}
