package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndOfExchangeTest {

    private static final int REQUESTS = 20;

    @TempDir
    private Path directory;

    /** Creating a stack trace would dominate the cost of ending a request. */
    @Test
    void requestThatEndsWellMakesNoException() throws IOException {
        Path recorded = directory.resolve("exceptions.jfr");
        try (ClientWorker worker = ClientWorker.start(ListenerSettings.forCores(1), BufferMemory.ofThisJvm());
                ClientListener listener = ClientListener.open(
                        worker, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new EchoHandler());
                WireClient client = new WireClient(listener.boundPort());
                Recording recording = new Recording()) {
            exchange(client);
            recording.enable("jdk.JavaExceptionThrow").withStackTrace().withoutThreshold();
            recording.start();
            for (int i = 0; i < REQUESTS; i++) {
                exchange(client);
            }
            recording.stop();
            recording.dump(recorded);
        }

        assertThat(RecordingFile.readAllEvents(recorded))
                .filteredOn(EndOfExchangeTest::isOurs)
                .isEmpty();
    }

    private static void exchange(WireClient client) throws IOException {
        client.send("GET /a HTTP/1.1\r\nHost: s3.example.com\r\n\r\n").answer();
        client.send("PUT /b HTTP/1.1\r\nHost: s3.example.com\r\nContent-Length: 3\r\n\r\nabc")
                .answer();
    }

    private static boolean isOurs(RecordedEvent event) {
        List<RecordedFrame> frames = event.getStackTrace() == null
                ? List.of()
                : event.getStackTrace().getFrames();
        return frames.stream()
                .anyMatch(frame -> frame.getMethod().getType().getName().startsWith("dev.ose.server.http."));
    }
}
