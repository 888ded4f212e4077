package dev.ose.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.FullDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestLogTest {

    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-21T03:04:05.067Z"), ZoneId.of("Europe/Sofia"));

    @Test
    void lineNamesTheRequestInTheFormOfTheLog() {
        assertThat(logged(summary("/bucket/key", null)))
                .isEqualTo("2026-11-21T05:04:05.067+02:00 INFO  dev.ose.access.s3 s3 request=\"17\" peer=\"10.0.0.1\""
                        + " operation=\"GetObject\" method=\"GET\" path=\"/bucket/key\" status=\"200\" bytesIn=\"1\""
                        + " bytesOut=\"2\" micros=\"3\" platformMicros=\"1\" tenant=\"t\" accessKey=\"a\"\n");
    }

    @Test
    void failureIsNamed() {
        assertThat(logged(summary("/bucket/key", "NoSuchKey"))).endsWith(" failure=\"NoSuchKey\"\n");
    }

    @Test
    void pathEndsNeitherItsValueNorTheLine() {
        assertThat(logged(summary("/a\" status=\"500\"\n\\", null)))
                .contains("path=\"/a\\\" status=\\\"500\\\"?\\\\\" status=\"200\"")
                .hasLineCount(1);
    }

    @Test
    void longestKeyOfS3IsWholeAndALongerPathIsCut() {
        String key = "/api/v1/s3/" + "b".repeat(63) + "/" + "%C3%A4".repeat(512);

        assertThat(logged(summary(key, null))).contains("path=\"" + key + "\"");
        assertThat(logged(summary("/" + "x".repeat(16 * 1024), null)))
                .contains("x...\" status=\"200\"")
                .hasSizeLessThan(5 * 1024);
    }

    @Test
    void linesComeInOrderAndWhole() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        StringBuilder expected = new StringBuilder();

        try (LineWriter lines = new LineWriter(written)) {
            for (int i = 0; i < 50_000; i++) {
                String line = "line " + i + '\n';
                expected.append(line);
                lines.write(line.getBytes(StandardCharsets.UTF_8));
            }
        }

        assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
    }

    @Test
    void stuckReaderBlocksNoRequestAndLostLinesAreCounted() throws InterruptedException {
        Stuck stuck = new Stuck();
        byte[] line = new byte[100];

        try (LineWriter lines = new LineWriter(stuck, 250)) {
            lines.write(line);
            assertThat(stuck.entered.await(60, TimeUnit.SECONDS)).isTrue();
            lines.write(line);
            lines.write(line);
            lines.write(line);

            assertThat(lines.lostLines()).isEqualTo(1);
            stuck.released.countDown();
        }

        assertThat(stuck.written.size()).isEqualTo(300);
    }

    @Test
    void lineAfterTheEndIsCounted() {
        LineWriter lines = new LineWriter(new ByteArrayOutputStream());
        lines.close();

        lines.write(new byte[1]);

        assertThat(lines.lostLines()).isEqualTo(1);
    }

    @Test
    void fullDiskLosesLinesCountsThemAndIsWrittenToAgain(@TempDir Path directory) throws IOException {
        try (FullDisk disk = FullDisk.mount(directory)) {
            Path log = directory.resolve("log");
            try (OutputStream out = Files.newOutputStream(log);
                    LineWriter lines = new LineWriter(out)) {
                disk.fill();
                lines.write("lost\nlost, too\n".getBytes(StandardCharsets.UTF_8));
                awaitLost(lines, 2);
                disk.makeRoom();
                lines.write("kept\n".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(log).hasContent("kept\n");
        }
    }

    private static void awaitLost(LineWriter lines, long count) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (lines.lostLines() < count && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(lines.lostLines()).isEqualTo(count);
    }

    private static String logged(RequestSummary summary) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (LineWriter lines = new LineWriter(written)) {
            new RequestLog(lines, CLOCK).record(summary);
        }
        return written.toString(StandardCharsets.UTF_8);
    }

    private static RequestSummary summary(String path, @Nullable String failure) {
        return new RequestSummary(
                "17",
                new RequestSummary.Client("10.0.0.1", "t", "a"),
                "GetObject",
                "GET",
                path,
                200,
                new RequestSummary.Cost(1, 2, 3_999, 1_000),
                failure);
    }

    /** A reader of the log that blocks until released. */
    private static final class Stuck extends OutputStream {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            entered.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            written.write(bytes, offset, length);
        }
    }
}
