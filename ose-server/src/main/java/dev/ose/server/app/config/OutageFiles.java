package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.MetadataOptions;
import dev.ose.server.accounting.upload.UploadJournal;
import dev.ose.server.ledger.journal.RecentWrites;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The files of writes during a database outage; none if such writes are refused. */
final class OutageFiles implements AutoCloseable {

    private static final String JOURNAL = "outage.journal";
    private static final String RECENT = "recent-writes";
    private static final String UPLOADS = "uploads.journal";

    private final @Nullable Open open;

    private OutageFiles(@Nullable Open open) {
        this.open = open;
    }

    /**
     * The files.
     *
     * @param journal of writes, which the ledger opens
     * @param course the file of {@link dev.ose.server.ledger.commit.FailoverWatch}
     */
    record Open(Path journal, RecentWrites recentWrites, UploadJournal uploads, Path course) {}

    static OutageFiles open(Configuration configuration, DataDirectory directory) {
        return switch (configuration.get(MetadataOptions.ON_OUTAGE)) {
            case REJECT -> new OutageFiles(null);
            case JOURNAL -> new OutageFiles(in(directory));
        };
    }

    private static Open in(DataDirectory directory) {
        Path recent = directory.resolve(RECENT);
        try {
            RecentWrites writes = RecentWrites.open(recent, System::nanoTime);
            try {
                return new Open(
                        directory.resolve(JOURNAL),
                        writes,
                        UploadJournal.open(directory.resolve(UPLOADS)),
                        recent.resolve("course"));
            } catch (IOException e) {
                writes.close();
                throw e;
            }
        } catch (IOException e) {
            throw unusable(directory.resolve(JOURNAL), e);
        }
    }

    /** The files; empty if writes are refused during an outage. */
    Optional<Open> files() {
        return Optional.ofNullable(open);
    }

    static StartException unusable(Path journal, IOException e) {
        return new StartException(
                Code.DATA_DIRECTORY,
                "The journals beside " + journal + " cannot be used: " + e.getMessage()
                        + ". Make them readable and writable for this user, on a disk with room.",
                e);
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            try (RecentWrites _ = open.recentWrites()) {
                open.uploads().close();
            }
        }
    }
}
