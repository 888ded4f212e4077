package dev.ose.server.app.servlet;

import dev.ose.server.admin.director.DirectorLogins;
import dev.ose.server.admin.session.SessionCookie;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The unverified login of a request, by which requests share threads. Stored as a hash, because a wrong login may be
 * almost a valid one. Different spellings of one header, such as {@code basic} for {@code Basic}, are one login;
 * otherwise a client could have a share per spelling.
 */
final class ShownLogin {

    private ShownLogin() {}

    /**
     * The {@code Authorization} header, or else the token of Cloud Director's older API or the session of the cookies
     * in its form; null if none is shown.
     */
    static @Nullable String in(HeaderMap headers) {
        @Nullable String shown = headers.getFirst(Headers.AUTHORIZATION);
        @Nullable String legacy = headers.getFirst(DirectorLogins.LEGACY);
        if (shown != null || legacy != null) {
            return shown != null ? shown : "Legacy " + legacy;
        }
        return SessionCookie.SESSION
                .in(headers.getFirst(Headers.COOKIE))
                .map(bearer -> "Session " + bearer.use(bytes -> new String(bytes, StandardCharsets.US_ASCII)))
                .orElse(null);
    }

    /** @param header as {@link #in} finds it */
    static Object of(String header) {
        String shown = header.strip();
        int space = shown.indexOf(' ');
        if (space < 0) {
            return shown.hashCode();
        }
        String scheme = shown.substring(0, space).toLowerCase(Locale.ROOT);
        String word = shown.substring(space + 1).strip();
        return scheme.equals("basic") ? Arrays.hashCode(decoded(word)) : word.hashCode();
    }

    private static byte[] decoded(String word) {
        byte[] text = word.getBytes(StandardCharsets.ISO_8859_1);
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            return text;
        }
    }
}
