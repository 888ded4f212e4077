package dev.ose.server.ledger.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.journal.JournalRecord.Kind;
import dev.ose.testkit.FullDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJournalTest {

    private static final JournalRecord FIRST = record(Kind.BEGUN, 1, "a");
    private static final JournalRecord SECOND = record(Kind.UNSURE, Long.MAX_VALUE, "ü\n\uD83D\uDE00".repeat(50));
    private static final JournalRecord THIRD = record(Kind.REFUSED, 3, "k".repeat(ObjectKey.MAX_BYTES));

    private static final int MAX_OF_A_BLOCK = 1_000;

    @TempDir
    Path directory;

    @Test
    void recordsAreThereAfterTheFileIsOpenedAgain() throws IOException {
        try (FileJournal journal = open()) {
            assertThat(journal.append(List.of(FIRST, SECOND))).isTrue();
            assertThat(journal.append(List.of(THIRD))).isTrue();
        }

        try (FileJournal journal = open()) {
            OutageJournal.Chunk two = journal.read(0, 2);
            assertThat(two.records()).containsExactly(FIRST, SECOND);
            assertThat(journal.read(two.next(), 2).records()).containsExactly(THIRD);
            assertThat(journal.read(two.next(), 2).next()).isEqualTo(journal.end());
            assertThat(journal.read(journal.end(), 2).records()).isEmpty();
        }
    }

    @Test
    void fileIsForThisAccountAloneAlsoIfItWasNot() throws IOException {
        Files.createFile(file());
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
        try (FileJournal journal = open()) {
            assertThat(mode()).isEqualTo("rw-------");
            journal.restart(List.of(FIRST));
        }

        assertThat(mode()).isEqualTo("rw-------");
    }

    private String mode() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file()));
    }

    @Test
    void whatACrashLeftHalfWrittenIsCutOff() throws IOException {
        long good;
        long whole;
        try (FileJournal journal = open()) {
            journal.append(List.of(FIRST, SECOND));
            good = journal.end();
            journal.append(List.of(THIRD));
            whole = journal.end();
        }
        byte[] bytes = Files.readAllBytes(file());

        for (long cut = good; cut < whole; cut += 13) {
            Files.write(file(), Arrays.copyOf(bytes, (int) cut));
            try (FileJournal journal = open()) {
                assertThat(journal.end()).as("cut at %d", cut).isEqualTo(good);
                journal.append(List.of(FIRST));
                assertThat(journal.read(0, 9).records()).containsExactly(FIRST, SECOND, FIRST);
            }
        }
    }

    @Test
    void fullDiskTakesNothingMoreAndKeepsWhatItTook() throws IOException {
        try (FullDisk disk = FullDisk.mount(directory)) {
            int kept = 0;
            try (FileJournal journal = open()) {
                disk.fill();
                // The rest of the file's last block still takes some.
                while (kept < MAX_OF_A_BLOCK && journal.append(List.of(THIRD))) {
                    kept++;
                }
                assertThat(kept).isLessThan(MAX_OF_A_BLOCK);
                assertThat(journal.append(List.of(THIRD))).isFalse();
                assertThat(journal.read(0, MAX_OF_A_BLOCK).records()).hasSize(kept);
            }
            try (FileJournal journal = open()) {
                assertThat(journal.read(0, MAX_OF_A_BLOCK).records()).hasSize(kept);
                disk.makeRoom();
                assertThat(journal.append(List.of(FIRST))).isTrue();
                assertThat(journal.read(0, MAX_OF_A_BLOCK).records())
                        .hasSize(kept + 1)
                        .last()
                        .isEqualTo(FIRST);
            }
        }
    }

    @Test
    void recordThatTheDiskChangedIsNotBelieved() throws IOException {
        try (FileJournal journal = open()) {
            journal.append(List.of(FIRST, SECOND));
        }
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {'x'}), channel.size() - 1);
        }

        try (FileJournal journal = open()) {
            assertThat(journal.read(0, 9).records()).containsExactly(FIRST);
        }
    }

    @Test
    void restartKeepsWhatItIsTold() throws IOException {
        try (FileJournal journal = open()) {
            journal.append(List.of(FIRST, SECOND, THIRD));
            journal.restart(List.of(SECOND));
            journal.append(List.of(FIRST));
        }

        try (FileJournal journal = open()) {
            assertThat(journal.read(0, 9).records()).containsExactly(SECOND, FIRST);
            journal.restart(List.of());
            assertThat(journal.end()).isZero();
        }
    }

    private FileJournal open() throws IOException {
        return FileJournal.open(file());
    }

    private Path file() {
        return directory.resolve("outage.journal");
    }

    private static JournalRecord record(Kind kind, long operation, String key) {
        return new JournalRecord(kind, new Intent(operation, new BucketId(operation), new ObjectKey(key)));
    }
}
