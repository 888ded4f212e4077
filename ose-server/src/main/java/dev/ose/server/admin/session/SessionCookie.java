package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.session.KnownDevices;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * Cookies of sign-ins and sessions. Their prefix makes browsers refuse them from other hosts of the domain and without
 * TLS; scripts do not see them.
 *
 * @see <a href="https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html">Cookies</a>
 */
public enum SessionCookie {
    /** Of a session; requests that pages of other sites cause do not carry it. */
    SESSION(SessionCookie.NAME, "Strict", Duration.ofSeconds(-1)),
    /** Of a sign-in under way; the way back from an identity provider is a link of its pages. */
    SIGN_IN("__Host-ose-sign-in", "Lax", ProviderSignIn.LIFE),
    /** Of a browser that has signed in before; it is no login. */
    DEVICE("__Host-ose-device", "Strict", KnownDevices.LIFE);

    /** How browsers know that of a session. */
    public static final String NAME = "__Host-ose-session";

    private static final int LONGEST = 128;

    private final String name;
    private final String sameSite;
    private final Duration age;

    SessionCookie(String name, String sameSite, Duration age) {
        this.name = name;
        this.sameSite = sameSite;
        this.age = age;
    }

    /** What the request shows, if anything. */
    Optional<Secret> of(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Arrays.stream(cookies)
                        .filter(it -> it.getName().equals(name))
                        .map(Cookie::getValue)
                        .filter(value -> !value.isEmpty() && value.length() <= LONGEST)
                        .findFirst()
                        .map(Secret::of);
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
