package dev.ose.adapter.http;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One HTTP request of the control plane. Method and header fields are checked here, where they become a request, so
 * that no text of a tenant or of a platform can end a line of the head and begin another one (<a
 * href="https://www.rfc-editor.org/rfc/rfc9110#section-5.5">RFC 9110 §5.5</a>). Its text form names neither headers nor
 * query, which may carry logins.
 *
 * @param target absolute address of scheme http or https, without user information
 * @param headers in the order in which they are sent; {@code Host}, {@code Content-Type} and {@code Content-Length} are
 *     not among them
 */
public record OutboundRequest(String method, URI target, List<Field> headers, Body body) {

    private static final int LAST_PORT = 65_535;

    /** One header field. */
    public record Field(String name, String value) {

        public Field {
            requireToken(name);
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c != '\t' && (c < ' ' || c == 0x7f || c > 0xff)) {
                    throw new IllegalArgumentException("a character that no header may have, in the value of " + name);
                }
            }
        }

        /** The name alone: values carry logins. */
        @Override
        public String toString() {
            return name;
        }
    }

    /** The body. */
    public sealed interface Body {

        /** Nothing, and no {@code Content-Length} but where the method asks for one. */
        record None() implements Body {}

        /** These bytes; not copied, and not to be changed. */
        @SuppressWarnings("ArrayRecordComponent")
        record Bytes(byte[] content, String type) implements Body {}

        /** The content of a file, read while it is sent. */
        record OfFile(Path file, String type) implements Body {}
    }

    /** Throws {@link IllegalArgumentException} for a method, an address or a header that HTTP does not have. */
    public OutboundRequest {
        requireToken(method);
        boolean isWeb = "http".equalsIgnoreCase(target.getScheme()) || "https".equalsIgnoreCase(target.getScheme());
        boolean isPort = target.getPort() != 0 && target.getPort() <= LAST_PORT;
        if (!isWeb || !isPort || target.getHost() == null || target.getRawUserInfo() != null) {
            throw new IllegalArgumentException("requests go to addresses of http or https that name a host, no login");
        }
        target = URI.create(target.toASCIIString());
        headers = List.copyOf(headers);
    }

    /** A GET without further headers. */
    public static OutboundRequest get(URI target) {
        return of("GET", target);
    }

    /** A request without body and further headers. */
    public static OutboundRequest of(String method, URI target) {
        return new OutboundRequest(method, target, List.of(), new Body.None());
    }

    /** The same with one more header. */
    public OutboundRequest with(String name, String value) {
        List<Field> more = new ArrayList<>(headers);
        more.add(new Field(name, value));
        return new OutboundRequest(method, target, more, body);
    }

    /** The same with this body. */
    public OutboundRequest with(Body other) {
        return new OutboundRequest(method, target, headers, other);
    }

    /** The same with these bytes as its body. */
    public OutboundRequest with(byte[] content, String type) {
        return with(new Body.Bytes(content, type));
    }

    private static void requireToken(String text) {
        boolean isToken = !text.isEmpty() && text.chars().allMatch(OutboundRequest::isTokenCharacter);
        if (!isToken) {
            throw new IllegalArgumentException("methods and header names are tokens of HTTP");
        }
    }

    private static boolean isTokenCharacter(int c) {
        boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return isLetter || (c >= '0' && c <= '9') || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    @Override
    public String toString() {
        return method + ' ' + target.getScheme() + "://" + target.getRawAuthority() + target.getRawPath();
    }
}
