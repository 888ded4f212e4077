package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
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
 * The cookie of a session. Its prefix makes browsers refuse it from other hosts of the domain and without TLS; scripts
 * do not see it, and requests that pages of other sites cause do not carry it.
 *
 * @see <a href="https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html">Cookies</a>
 */
public final class SessionCookie {

    /** As browsers know it. */
    public static final String NAME = "__Host-ose-session";

    private static final int LONGEST = 128;

    private SessionCookie() {}

    /** What the request shows of a session, if anything. */
    static Optional<Secret> of(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Arrays.stream(cookies)
                        .filter(it -> it.getName().equals(NAME))
                        .map(Cookie::getValue)
                        .filter(value -> !value.isEmpty() && value.length() <= LONGEST)
                        .findFirst()
                        .map(Secret::of);
    }

    /** Has the browser keep the token until it is closed. */
    static void set(HttpServletResponse response, Secret bearer) {
        add(response, bearer.use(bytes -> new String(bytes, StandardCharsets.US_ASCII)), Duration.ofSeconds(-1));
    }

    /** Has the browser forget it. */
    static void clear(HttpServletResponse response) {
        add(response, "", Duration.ZERO);
    }

    private static void add(HttpServletResponse response, String value, Duration age) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(NAME, value)
                        .path("/")
                        .secure(true)
                        .httpOnly(true)
                        .sameSite("Strict")
                        .maxAge(age)
                        .build()
                        .toString());
    }
}
