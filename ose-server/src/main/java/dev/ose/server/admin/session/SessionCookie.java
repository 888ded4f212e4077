package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.admin.login.LoginOrigin;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * Cookies of sign-ins and sessions. Their prefix makes browsers refuse them from other hosts of the domain and without
 * TLS; scripts do not see them.
 *
 * @see <a href="https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html">Cookies</a>
 */
public enum SessionCookie {
    /** The cookie of a session; browsers do not send it with requests that pages of other sites cause. */
    SESSION(SessionCookie.NAME, "Strict", Duration.ofSeconds(-1)),
    /** The cookie of a sign-in in progress; the identity provider's pages link back to the node. */
    SIGN_IN("__Host-ose-sign-in", "Lax", ProviderSignIn.LIFE),
    /** The cookie of a browser that has signed in before; it is no login. */
    DEVICE("__Host-ose-device", "Strict", KnownDevices.LIFE);

    /** The name of the session's cookie in browsers. */
    public static final String NAME = "__Host-ose-session";

    private static final int MAX_LENGTH = 128;

    private final String name;
    private final String sameSite;
    private final Duration age;

    SessionCookie(String name, String sameSite, Duration age) {
        this.name = name;
        this.sameSite = sameSite;
        this.age = age;
    }

    /** The value of the cookie in a request, if there is one. */
    Optional<Secret> of(HttpServletRequest request) {
        return in(String.join(";", Collections.list(request.getHeaders(HttpHeaders.COOKIE))));
    }

    /**
     * The value of the cookie in a {@code Cookie} header, if there is one. Of several values none counts: a browser has
     * one, and another host of the domain may have added the other where the prefix of the name is unknown. A comma
     * separates nothing: such a cookie may have one in its value, with this cookie's name behind it.
     */
    public Optional<Secret> in(@Nullable String header) {
        if (header == null) {
            return Optional.empty();
        }
        List<String> values = Arrays.stream(header.split(";", -1))
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + '='))
                .map(pair -> pair.substring(name.length() + 1))
                .filter(SessionCookie::isUsable)
                .distinct()
                .toList();
        return values.size() == 1 ? Optional.of(Secret.of(values.getFirst())) : Optional.empty();
    }

    private static boolean isUsable(String value) {
        return !value.isEmpty() && value.length() <= MAX_LENGTH;
    }

    /** Where a login in a request comes from: its address, and the browser that has signed in before. */
    public static LoginOrigin origin(HttpServletRequest request) {
        return new LoginOrigin(request.getRemoteAddr(), DEVICE.of(request).orElse(null));
    }

    /** Has the browser keep the token. */
    void set(HttpServletResponse response, Secret bearer) {
        add(response, bearer.use(bytes -> new String(bytes, StandardCharsets.US_ASCII)), age);
    }

    /** Has the browser forget it. */
    void clear(HttpServletResponse response) {
        add(response, "", Duration.ZERO);
    }

    private void add(HttpServletResponse response, String value, Duration kept) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(name, value)
                        .path("/")
                        .secure(true)
                        .httpOnly(true)
                        .sameSite(sameSite)
                        .maxAge(kept)
                        .build()
                        .toString());
    }
}
