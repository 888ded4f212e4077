package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.it.S3Target;
import dev.ose.it.Servers;
import dev.ose.it.Trust;
import dev.ose.it.Where;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client of TLS 1.2 that has handshakes computed again and again on one connection. */
@ExtendWith(Servers.class)
final class RenegotiationIT {

    private static final int TIMEOUT_MILLIS = 60_000;

    /** Java's own TLS refuses it with one alert, BoringSSL with another. */
    @Test
    void secondHandshakeOfAConnectionIsRefused(Servers.Endpoints endpoints) throws IOException {
        S3Target target = endpoints.target(Where.HTTPS);
        try (SSLSocket socket = connect(target)) {
            socket.startHandshake();
            assertThat(ask(socket, target)).isEqualTo('H');

            socket.startHandshake();

            assertThatThrownBy(() -> ask(socket, target))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageMatching(".*(handshake_failure|no_renegotiation).*");
        }
    }

    private static SSLSocket connect(S3Target target) throws IOException {
        Path authority = Objects.requireNonNull(target.authority());
        SSLSocket socket = (SSLSocket) Trust.context(authority)
                .getSocketFactory()
                .createSocket(target.endpoint().getHost(), target.endpoint().getPort());
        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** The first byte of an answer without a body, whose head is read to its end. */
    private static int ask(SSLSocket socket, S3Target target) throws IOException {
        socket.getOutputStream()
                .write(("HEAD /none HTTP/1.1\r\nHost: " + target.host() + "\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        byte[] some = new byte[16 * 1024];
        int count = socket.getInputStream().read(some);
        return count < 0 ? count : some[0];
    }
}
