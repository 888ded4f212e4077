package dev.ose.server.accounting.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class UploadTrackerTest {

    private static final Upload FIRST = new Upload(new BucketId(7), new ObjectKey("a b\u00e4"), new UploadId("u/1"));
    private static final Upload SECOND = new Upload(new BucketId(8), new ObjectKey("c"), new UploadId("2~x"));

    @TempDir
    Path directory;

    private final MemoryUploads books = new MemoryUploads();
    private final List<Upload> adopted = new CopyOnWriteArrayList<>();

    private UploadTracker open() throws IOException {
        UploadJournal journal = UploadJournal.open(directory.resolve("uploads.journal"));
        return UploadTracker.start(
                RecordedJobs.jobs(), books, Optional.of(new UploadTracker.Journal(journal, new Adoptions())));
    }

    @Test
    void notesAreTakenWhileTheDatabaseIsAwayAndWrittenWhenItIsBack() throws IOException {
        try (UploadTracker book = open()) {
            books.isAway = true;
            book.note(UploadChange.begun(FIRST)).join();
            book.note(UploadChange.stored(FIRST, Map.of(new PartNumber(1), NotedPart.ofSize(5))))
                    .join();
            assertThat(books.all()).isEmpty();

            books.isAway = false;
            book.note(UploadChange.stored(FIRST, Map.of(new PartNumber(2), NotedPart.ofSize(7))))
                    .join();

            assertThat(books.all()).isEqualTo(Map.of("u/1 1", 5L, "u/1 2", 7L));
        }
        assertThat(directory.resolve("uploads.journal")).isEmptyFile();
        assertThat(adopted).isEmpty();
    }

    /** The node is killed while the database is unavailable: its memory is lost, the names are not. */
    @Test
    void nextLifeHasThePlatformAskedForWhatWasBegun() throws IOException {
        books.isAway = true;
        UploadTracker dead = open();
        dead.note(UploadChange.begun(FIRST)).join();
        dead.note(UploadChange.stored(FIRST, Map.of(new PartNumber(1), NotedPart.ofSize(5))))
                .join();
        dead.note(UploadChange.begun(SECOND)).join();
        Files.copy(directory.resolve("uploads.journal"), directory.resolve("kept"));
        dead.close();
        Files.move(
                directory.resolve("kept"), directory.resolve("uploads.journal"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(directory.resolve("uploads.journal"), "half a li", StandardOpenOption.APPEND);
        books.isAway = false;

        try (UploadTracker next = open()) {
            next.note(UploadChange.begun(SECOND)).join();

            assertThat(adopted).containsExactly(FIRST, SECOND);
        }
        assertThat(directory.resolve("uploads.journal")).isEmptyFile();
    }

    /** Receives the uploads left in a journal. */
    private final class Adoptions implements UploadQueue {

        @Override
        public int adopt(List<Upload> listed) {
            adopted.addAll(listed);
            return listed.size();
        }

        @Override
        public List<Claim> claim(int limit) {
            return List.of();
        }

        @Override
        public boolean settle(Claim claim, Optional<Map<PartNumber, Long>> partBytes) {
            throw new IllegalStateException("nothing was claimed");
        }

        @Override
        public void postpone(Claim claim, boolean isRefused) {
            throw new IllegalStateException("nothing was claimed");
        }

        @Override
        public int askFor(List<Upload> uploads) {
            throw new IllegalStateException("no platform reports changes");
        }

        @Override
        public int askFor(BucketId bucket) {
            throw new IllegalStateException("no bucket is compared");
        }
    }
}
