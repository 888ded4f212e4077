package dev.ose.server.ledger.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Intent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecentWritesTest {

    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong();

    @Test
    void writesOfTenMinutesAreKeptAndNoOlderOnes() throws IOException {
        try (RecentWrites writes = open()) {
            for (int minute = 0; minute < 20; minute++) {
                add(writes, "minute-" + minute);
                pass(Duration.ofSeconds(61));
            }
            add(writes, "now");

            List<String> kept = keys(writes);
            assertThat(kept).contains("now", "minute-19", "minute-11").doesNotContain("minute-8");
            assertThat(files()).hasSizeLessThanOrEqualTo(12);
        }
    }

    @Test
    void nextLifeKnowsTheWritesOfTheLastThoughItWasKilledInOne() throws IOException {
        RecentWrites killed = open();
        add(killed, "a");
        add(killed, "b");
        Files.write(files().getLast(), new byte[] {0, 0, 0, 30, 1}, StandardOpenOption.APPEND);

        try (RecentWrites writes = open()) {
            assertThat(keys(writes)).containsExactly("a", "b");
            add(writes, "c");
            assertThat(keys(writes)).containsExactly("a", "b", "c");
        }
        killed.close();
    }

    @Test
    void fullDiskBlocksNoWrite() throws IOException {
        try (RecentWrites writes = open()) {
            Files.delete(directory.resolve("recent"));

            add(writes, "a");

            assertThat(writes.lost()).isEqualTo(1);
            Files.createDirectory(directory.resolve("recent"));
            add(writes, "b");
            assertThat(keys(writes)).containsExactly("b");
        }
    }

    @Test
    void filesAreForThisAccountAlone() throws IOException {
        Files.createDirectory(directory.resolve("recent"));
        try (RecentWrites writes = open()) {
            add(writes, "a");
        }

        assertThat(mode(directory.resolve("recent"))).isEqualTo("rwx------");
        assertThat(mode(files().getFirst())).isEqualTo("rw-------");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** Bounds the cost of a write: 25 bytes and the key. */
    @Test
    void recordIsSmall() {
        assertThat(RecordCodec.encode(List.of(record("k".repeat(48)))).remaining())
                .isEqualTo(25 + 48);
    }

    private RecentWrites open() throws IOException {
        return RecentWrites.open(directory.resolve("recent"), clock::get);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private static void add(RecentWrites writes, String key) {
        writes.add(List.of(record(key)));
    }

    private static JournalRecord record(String key) {
        return new JournalRecord(JournalRecord.Kind.ENDED, new Intent(7, new BucketId(3), new ObjectKey(key)));
    }

    private static List<String> keys(RecentWrites writes) {
        List<String> keys = new ArrayList<>();
        writes.read(
                records -> records.forEach(each -> keys.add(each.intent().key().value())));
        return keys;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("recent"))) {
            return files.sorted().toList();
        }
    }
}
