package dev.ose.server.http.proxy;

import dev.ose.s3.AddressRange;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address in a forwarder's header: {@code 192.0.2.7}, {@code 2001:db8::7}, {@code [2001:db8::7]}, the first and the
 * last with a port, all of them in quotes or not.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7239#section-6">RFC 7239, section 6</a>
 */
final class ForwardedAddress {

    private static final String PORT = "(?::\\d{1,5})?";
    private static final Pattern IPV4 = Pattern.compile("([0-9.]+)" + PORT);
    private static final Pattern BRACKETED = Pattern.compile("\\[([0-9A-Fa-f:.]+)]" + PORT);
    private static final Pattern NODE = Pattern.compile("(?i)(?:^|;)\\s*for\\s*=\\s*([^;]*)");

    private ForwardedAddress() {}

    /** The address; empty for any other text, such as {@code unknown} or an obfuscated name. */
    static Optional<InetAddress> parse(String entry) {
        String text = unquoted(entry.strip());
        Matcher bracketed = BRACKETED.matcher(text);
        if (bracketed.matches()) {
            return AddressRange.literal(bracketed.group(1));
        }
        Matcher ipv4 = IPV4.matcher(text);
        return AddressRange.literal(ipv4.matches() ? ipv4.group(1) : text);
    }

    /** The value of {@code for} in an element of {@code Forwarded}; empty if there is none. */
    static String nodeOf(String element) {
        Matcher node = NODE.matcher(element);
        return node.find() ? node.group(1) : "";
    }

    private static String unquoted(String text) {
        boolean isQuoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return isQuoted ? text.substring(1, text.length() - 1).strip() : text;
    }
}
