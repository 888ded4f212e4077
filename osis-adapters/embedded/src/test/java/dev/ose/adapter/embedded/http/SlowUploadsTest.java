package dev.ose.adapter.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.embedded.PlatformFixture;
import dev.ose.s3.sigv4.HeaderField;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.sync.RequestBody;

/** Uploads whose bodies do not arrive: as many as the node opens connections, and far more than may work at a time. */
class SlowUploadsTest {

    private static final int UPLOADS = 2_500;

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture(UPLOADS + 1);

    private final RawClient raw = new RawClient(PLATFORM);
    private final String bucket = PLATFORM.newBucket();

    @Test
    void stalledBodiesDelayNoOtherRequest() throws IOException {
        PLATFORM.s3().putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromString("there"));
        List<Socket> uploads = new ArrayList<>();
        try {
            for (int i = 0; i < UPLOADS; i++) {
                uploads.add(begin("slow" + i));
            }

            assertThat(PLATFORM.s3()
                            .getObjectAsBytes(request -> request.bucket(bucket).key("k"))
                            .asUtf8String())
                    .isEqualTo("there");

            Socket first = uploads.getFirst();
            first.getOutputStream().write("byte".getBytes(StandardCharsets.US_ASCII));
            assertThat(line(first)).startsWith("HTTP/1.1 200 ");
        } finally {
            for (Socket upload : uploads) {
                upload.close();
            }
        }
        assertThat(PLATFORM.s3()
                        .getObjectAsBytes(request -> request.bucket(bucket).key("slow0"))
                        .asUtf8String())
                .isEqualTo("byte");
    }

    /** Begins an upload of four bytes; the platform sends 100 Continue once it reads the body. */
    private Socket begin(String key) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), raw.port());
        socket.setSoTimeout(20_000);
        String head = raw.head(
                "PUT",
                '/' + bucket + '/' + key,
                RawClient.UNSIGNED,
                new HeaderField("Content-Length", "4"),
                new HeaderField("Expect", "100-continue"));
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(line(socket)).startsWith("HTTP/1.1 100 ");
        assertThat(line(socket)).isEmpty();
        return socket;
    }

    private static String line(Socket socket) throws IOException {
        StringBuilder line = new StringBuilder();
        int octet = socket.getInputStream().read();
        while (octet != '\n' && octet >= 0) {
            line.append((char) octet);
            octet = socket.getInputStream().read();
        }
        return line.toString().strip();
    }
}
