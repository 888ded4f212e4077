package dev.ose.server.http.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the header with which a load balancer begins a connection; both versions of the <a
 * href="https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt">PROXY protocol</a>. Never requests a byte beyond
 * the header, so that the next reader starts with the client's first one. Not thread-safe.
 */
final class ProxyHeader {

    /** The common minimum, which distinguishes the versions. */
    private static final int BEGINNING = 12;

    private static final byte[] SIGNATURE = {13, 10, 13, 10, 0, 13, 10, 'Q', 'U', 'I', 'T', 10};
    private static final byte[] WORD = "PROXY ".getBytes(StandardCharsets.US_ASCII);

    /** Maximum length of a line of version 1, including its end. */
    private static final int MAX_LINE = 107;

    /** Version 2, up to the field with the length of the rest. */
    private static final int FIXED = 16;

    /** Addresses and TLVs of balancers, such as names and certificates' subjects. */
    private static final int MAX_REST = 2048;

    private static final int LOCAL = 0x20;
    private static final int PROXY = 0x21;
    private static final int UNSPECIFIED = 0;
    private static final int TCP_OVER_IPV4 = 0x11;
    private static final int TCP_OVER_IPV6 = 0x21;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int PORT_BYTES = 2;

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");
    private static final Pattern PORT = Pattern.compile("0|[1-9]\\d{0,4}");

    private byte[] bytes = new byte[MAX_LINE];
    private int count;
    private boolean isComplete;
    private @Nullable InetSocketAddress client;

    /** The number of further bytes that certainly belong to the header; 0 if it is complete. */
    int wanted() {
        if (isComplete) {
            return 0;
        }
        if (count < BEGINNING) {
            return BEGINNING - count;
        }
        if (!isSecond()) {
            return 1;
        }
        return (count < FIXED ? FIXED : FIXED + rest()) - count;
    }

    /**
     * Parses the bytes read, at most {@link #wanted}.
     *
     * @throws IOException if they are not a valid header
     */
    void take(ByteBuffer read) throws IOException {
        int taken = read.remaining();
        read.get(bytes, count, taken);
        count += taken;
        requireBeginning();
        if (count < BEGINNING) {
            return;
        }
        if (isSecond()) {
            takeSecond();
        } else if (bytes[count - 1] == '\n') {
            client = ofLine(new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
            isComplete = true;
        } else if (count == MAX_LINE) {
            throw new IOException("a line without an end");
        }
    }

    /** Whether the header is complete. */
    boolean isComplete() {
        return isComplete;
    }

    /** The client's address; null for a connection of the balancer itself, such as a health check. */
    @Nullable
    InetSocketAddress client() {
        return client;
    }

    private boolean isSecond() {
        return bytes[0] == SIGNATURE[0];
    }

    private void requireBeginning() throws IOException {
        byte[] expected = isSecond() ? SIGNATURE : WORD;
        for (int i = 0; i < Math.min(count, expected.length); i++) {
            if (bytes[i] != expected[i]) {
                throw new IOException("no header of a balancer");
            }
        }
    }

    private int rest() {
        return Short.toUnsignedInt(ByteBuffer.wrap(bytes).getShort(FIXED - 2));
    }

    private void takeSecond() throws IOException {
        if (count < FIXED) {
            return;
        }
        if (count == FIXED) {
            if (rest() > MAX_REST) {
                throw new IOException("a header of " + rest() + " bytes");
            }
            byte[] whole = new byte[FIXED + rest()];
            System.arraycopy(bytes, 0, whole, 0, FIXED);
            bytes = whole;
        }
        if (count == bytes.length) {
            client = ofSecond();
            isComplete = true;
        }
    }

    private @Nullable InetSocketAddress ofSecond() throws IOException {
        int command = Byte.toUnsignedInt(bytes[BEGINNING]);
        if (command == LOCAL) {
            return null;
        }
        if (command != PROXY) {
            throw new IOException("an unknown version or command");
        }
        return switch (Byte.toUnsignedInt(bytes[BEGINNING + 1])) {
            case UNSPECIFIED -> null;
            case TCP_OVER_IPV4 -> ofAddresses(IPV4_BYTES);
            case TCP_OVER_IPV6 -> ofAddresses(IPV6_BYTES);
            default -> throw new IOException("neither TCP over IPv4 nor over IPv6");
        };
    }

    /** Source, destination and both ports. */
    private InetSocketAddress ofAddresses(int length) throws IOException {
        if (rest() < 2 * (length + PORT_BYTES)) {
            throw new IOException("addresses cut short");
        }
        byte[] source = new byte[length];
        ByteBuffer all = ByteBuffer.wrap(bytes).position(FIXED).get(source);
        int port = Short.toUnsignedInt(all.getShort(FIXED + 2 * length));
        return address(InetAddress.getByAddress(source), port);
    }

    private static @Nullable InetSocketAddress ofLine(String line) throws IOException {
        if (!line.endsWith("\r\n")) {
            throw new IOException("a line that does not end as it has to");
        }
        String[] words = line.substring(WORD.length, line.length() - 2).split(" ", -1);
        if (words[0].equals("UNKNOWN")) {
            return null;
        }
        Pattern address =
                switch (words[0]) {
                    case "TCP4" -> IPV4;
                    case "TCP6" -> IPV6;
                    default -> throw new IOException("neither TCP4 nor TCP6");
                };
        if (words.length != 5) {
            throw new IOException("not two addresses and two ports");
        }
        literal(address, words[2]);
        port(words[4]);
        return address(literal(address, words[1]), port(words[3]));
    }

    /** Parses an address literal; never resolves a name. */
    private static InetAddress literal(Pattern pattern, String text) throws IOException {
        try {
            if (pattern.matcher(text).matches()) {
                return InetAddress.ofLiteral(text);
            }
        } catch (IllegalArgumentException e) {
            throw new UnknownHostException("no address");
        }
        throw new UnknownHostException("no address");
    }

    private static int port(String text) throws IOException {
        int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : -1;
        if (port < 0 || port > 0xffff) {
            throw new IOException("no port");
        }
        return port;
    }

    private static InetSocketAddress address(InetAddress source, int port) throws IOException {
        if (source.isAnyLocalAddress() || source.isMulticastAddress()) {
            throw new IOException("an unspecified or multicast address");
        }
        return new InetSocketAddress(source, port);
    }
}
