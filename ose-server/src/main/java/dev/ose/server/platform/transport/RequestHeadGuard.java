package dev.ose.server.platform.transport;

import dev.ose.s3.sigv4.HeaderField;
import java.util.List;

/**
 * Refuses any request head that could be parsed as more than one. Undertow's client writes CR, LF and NUL in values as
 * they are and narrows other characters to a byte (U+560A becomes LF), so a value of a tenant could become a header, or
 * a request, that carries the platform's signature. {@link UpstreamCall} checks every head here before it is written,
 * including the headers of the signature. The edge refuses such values already: one that arrives here is a bug of OSE,
 * and the request is not sent.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-11.1">RFC 9112 §11.1, response splitting</a>
 */
final class RequestHeadGuard {

    private static final int MAX_HEAD_CHARACTERS = 64 * 1024;

    private RequestHeadGuard() {}

    /** Throws {@link IllegalStateException} unless every character is sent unchanged. */
    static void check(String method, String path, String query, List<HeaderField> headers) {
        requireToken(method);
        requireTarget(path);
        requireTarget(query);
        if (path.isEmpty() || path.charAt(0) != '/') {
            throw refused("path without a leading slash");
        }
        int length = path.length() + query.length();
        for (HeaderField header : headers) {
            requireToken(header.name());
            requireValue(header.value());
            length += header.name().length() + header.value().length() + 4;
        }
        if (length > MAX_HEAD_CHARACTERS) {
            throw refused("request head too large");
        }
    }

    private static void requireToken(String token) {
        if (token.isEmpty()) {
            throw refused("empty name");
        }
        for (int i = 0; i < token.length(); i++) {
            if (!isTokenCharacter(token.charAt(i))) {
                throw refused("character in a name");
            }
        }
    }

    private static boolean isTokenCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    private static void requireTarget(String target) {
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '#') {
                throw refused("character in the target");
            }
        }
    }

    private static void requireValue(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean passes = c == '\t' || (c >= ' ' && c <= '~') || (c >= 0x80 && c <= 0xff);
            if (!passes) {
                throw refused("character in a header value");
            }
        }
        if (!value.isEmpty() && (isBlank(value.charAt(0)) || isBlank(value.charAt(value.length() - 1)))) {
            throw refused("blank at the edge of a header value");
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** Names the violated rule, but not the text, which is the tenant's. */
    private static IllegalStateException refused(String rule) {
        return new IllegalStateException("a request head was refused: " + rule);
    }
}
