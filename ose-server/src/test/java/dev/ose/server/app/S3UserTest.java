package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** When the client of tests replaces its connection. */
class S3UserTest {

    private final AtomicLong nanos = new AtomicLong(5);
    private ServerSocket server;
    private Thread serving;
    private S3User user;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        serving = Thread.ofVirtual().start(this::serve);
        JsonNode credential =
                JsonMapper.shared().readTree("{\"accessKey\":\"OSEEXAMPLEKEY0000001\",\"secretKey\":\"s\"}");
        user = new S3User(server.getLocalPort(), credential, nanos::get);
    }

    @AfterEach
    void end() throws Exception {
        user.close();
        server.close();
        serving.join();
    }

    /** Answers with the number of the connection; ends it after a DELETE, and without an answer to a PUT. */
    private void serve() {
        for (int connection = 1; !server.isClosed(); connection++) {
            try (Socket client = server.accept()) {
                answer(client, connection);
            } catch (SocketException closed) {
                return;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void answer(Socket client, int connection) throws IOException {
        BufferedReader requests =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
        for (String line = requests.readLine(); line != null && !line.startsWith("PUT"); line = requests.readLine()) {
            boolean isLast = line.startsWith("DELETE");
            while (!line.isEmpty()) {
                line = requests.readLine();
            }
            client.getOutputStream()
                    .write(("HTTP/1.1 200 OK\r\n" + (isLast ? "Connection: close\r\n" : "")
                                    + "Content-Length: 1\r\n\r\n" + connection)
                            .getBytes(StandardCharsets.ISO_8859_1));
            if (isLast) {
                return;
            }
        }
    }

    @Test
    void connectionIsKeptWhileItIsUsed() throws IOException {
        assertThat(user.ok("GET", "/b", "", "")).isEqualTo("1");
        nanos.addAndGet(S3User.MAX_IDLE.toNanos() - 1);
        assertThat(user.ok("GET", "/b", "", "")).isEqualTo("1");
        nanos.addAndGet(S3User.MAX_IDLE.toNanos() - 1);

        assertThat(user.ok("GET", "/b", "", "")).isEqualTo("1");
    }

    @Test
    void idleConnectionIsReplaced() throws IOException {
        user.ok("GET", "/b", "", "");
        nanos.addAndGet(S3User.MAX_IDLE.toNanos());

        assertThat(user.ok("GET", "/b", "", "")).isEqualTo("2");
    }

    @Test
    void connectionThatAnAnswerEndedIsReplaced() throws IOException {
        user.ok("DELETE", "/b", "", "");

        assertThat(user.ok("GET", "/b", "", "")).isEqualTo("2");
    }

    @Test
    void missingAnswerIsAFailure() throws IOException {
        user.ok("GET", "/b", "", "");

        assertThatThrownBy(() -> user.ok("PUT", "/b", "", "")).isInstanceOf(EOFException.class);
    }
}
