package dev.ose.adapter.http;

import dev.ose.adapter.http.ProxyException.Reason;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * How a proxy is asked for a tunnel, whatever moves the bytes: the head of the request, and the answer as it comes in.
 * Behind a head with a status from 200 to 299 the connection is one to the host. Reads no byte beyond that head, and at
 * most 16 KiB of it. For one connection; not thread-safe.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6">RFC 9110 §9.3.6, CONNECT</a>
 */
public final class ProxyHandshake {

    private static final int MAX_HEAD_BYTES = 16 * 1024;
    private static final int LOGIN_WANTED = 407;
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final OutboundProxy proxy;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private int matched;

    public ProxyHandshake(OutboundProxy proxy) {
        this.proxy = proxy;
    }

    /**
     * The request for a tunnel to this host and port.
     *
     * @param host name, or address with or without brackets
     * @throws IllegalArgumentException if the host has characters that no host has
     */
    public byte[] request(String host, int port) {
        boolean isHost = !host.isEmpty() && host.chars().allMatch(ProxyHandshake::isOfHost);
        if (!isHost) {
            throw new IllegalArgumentException("a host has letters, digits, dots, hyphens, underscores and colons");
        }
        boolean isBare = host.indexOf(':') >= 0 && host.charAt(0) != '[';
        String authority = (isBare ? '[' + host + ']' : host) + ':' + port;
        StringBuilder text = new StringBuilder("CONNECT ")
                .append(authority)
                .append(" HTTP/1.1\r\nHost: ")
                .append(authority)
                .append("\r\n");
        OutboundProxy.Login login = proxy.login();
        if (login != null) {
            text.append("Proxy-Authorization: Basic ").append(basic(login)).append("\r\n");
        }
        return text.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean isOfHost(int c) {
        boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return isLetter || (c >= '0' && c <= '9') || ".-_:[]%".indexOf(c) >= 0;
    }

    private static String basic(OutboundProxy.Login login) {
        return login.secret().use(secret -> {
            byte[] user = (login.user() + ':').getBytes(StandardCharsets.UTF_8);
            byte[] both = new byte[user.length + secret.length];
            System.arraycopy(user, 0, both, 0, user.length);
            System.arraycopy(secret, 0, both, user.length, secret.length);
            return Base64.getEncoder().encodeToString(both);
        });
    }

    /**
     * Takes what came of the answer, up to the end of its head.
     *
     * @return whether the connection is one to the host now; otherwise more is to come
     * @throws ProxyException if it never will be
     */
    public boolean read(ByteBuffer answer) throws ProxyException {
        while (answer.hasRemaining()) {
            byte next = answer.get();
            head.write(next);
            matched = next == END[matched] ? matched + 1 : next == END[0] ? 1 : 0;
            if (matched == END.length) {
                judge();
                return true;
            }
            if (head.size() > MAX_HEAD_BYTES) {
                throw garbage();
            }
        }
        return false;
    }

    private void judge() throws ProxyException {
        int status = status();
        if (status / 100 == 2) {
            return;
        }
        Reason reason = status == LOGIN_WANTED
                ? Reason.LOGIN
                : status / 100 == 4 ? Reason.REFUSED : status < 300 ? Reason.GARBAGE : Reason.FAILED;
        throw new ProxyException(
                reason,
                "the proxy " + proxy + " answers " + status
                        + switch (reason) {
                            case LOGIN -> proxy.login() == null ? ": it wants a login" : ": it does not take the login";
                            case REFUSED -> ": it does not permit the connection";
                            case FAILED -> ": it does not reach the host";
                            case GARBAGE, SILENT -> ", which is no answer to CONNECT";
                        });
    }

    /** The status of {@code HTTP/1.x NNN}. */
    private int status() throws ProxyException {
        String text = head.toString(StandardCharsets.ISO_8859_1);
        String line = text.substring(0, text.indexOf('\r'));
        boolean isHttp = (line.startsWith("HTTP/1.1 ") || line.startsWith("HTTP/1.0 "))
                && line.length() >= 12
                && line.substring(9, 12).chars().allMatch(c -> c >= '0' && c <= '9')
                && (line.length() == 12 || line.charAt(12) == ' ');
        if (!isHttp) {
            throw garbage();
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private ProxyException garbage() {
        return new ProxyException(Reason.GARBAGE, "the proxy " + proxy + " does not answer as an HTTP proxy does");
    }

    /** The failure of a proxy that ended the connection, or does not answer. */
    public ProxyException silent(String what) {
        return new ProxyException(Reason.SILENT, "the proxy " + proxy + ' ' + what);
    }
}
