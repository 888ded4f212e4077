package dev.ose.server.audit.syslog;

import dev.ose.server.audit.AuditReceiver;
import dev.ose.server.audit.RecordedEntry;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Sends entries to a syslog server. Over TCP and TLS each batch has a connection of its own, whose orderly end by the
 * server says that it has read everything: syslog has no other confirmation. Over UDP there is none.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6587#section-3.4.1">RFC 6587, octet counting</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc5425">RFC 5425, TLS</a>
 */
public final class SyslogReceiver implements AuditReceiver {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    private final URI server;
    private final SocketFactory secured;

    /**
     * @param server such as {@code tls://log.example.com:6514}; {@code tcp} and {@code udp} as well
     * @param secured makes sockets of TLS, which verify the server's certificate
     */
    public SyslogReceiver(URI server, SocketFactory secured) {
        this.server = server;
        this.secured = secured;
    }

    @Override
    public Kind kind() {
        return Kind.SYSLOG;
    }

    @Override
    public Optional<String> send(List<RecordedEntry> entries) {
        List<byte[]> messages = entries.stream().map(SyslogMessage::of).toList();
        try {
            switch (server.getScheme()) {
                case "udp" -> sendDatagrams(messages);
                case "tcp" -> sendStream(messages, SocketFactory.getDefault());
                case "tls" -> sendStream(messages, secured);
                default -> throw new IllegalStateException("options allow no other scheme: " + server.getScheme());
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("The syslog server " + server.getAuthority() + " cannot be reached: " + e.getMessage());
        }
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(server.getHost(), server.getPort());
    }

    private void sendDatagrams(List<byte[]> messages) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(address());
            for (byte[] message : messages) {
                socket.send(new DatagramPacket(message, message.length));
            }
        }
    }

    private void sendStream(List<byte[]> messages, SocketFactory factory) throws IOException {
        try (Socket socket = factory.createSocket()) {
            socket.connect(address(), (int) CONNECT_TIMEOUT.toMillis());
            socket.setSoTimeout((int) ANSWER_TIMEOUT.toMillis());
            if (socket instanceof SSLSocket secure) {
                SSLParameters parameters = secure.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                secure.setSSLParameters(parameters);
                secure.startHandshake();
            }
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            for (byte[] message : messages) {
                out.write((message.length + " ").getBytes(StandardCharsets.US_ASCII));
                out.write(message);
            }
            out.flush();
            socket.shutdownOutput();
            awaitEnd(socket);
        }
    }

    /** A server that keeps its side open has read what it wanted to by then. */
    private static void awaitEnd(Socket socket) throws IOException {
        try {
            if (socket.getInputStream().read() >= 0) {
                throw new IOException("it answers, so it is no syslog server");
            }
        } catch (SocketTimeoutException silent) {
            return;
        }
    }
}
