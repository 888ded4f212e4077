package dev.ose.server.upload;

import dev.ose.server.background.BackgroundThread;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Forgets uploads that the platform has ended by itself, by a rule of the bucket or because somebody asked it directly, and
 * parts that came too late for the end of their upload: without it they would be counted for ever. Asks for each upload once
 * a day; every node may do so.
 */
public final class UploadCheck implements AutoCloseable {

    private static final Duration AGE = Duration.ofHours(24);
    private static final int UPLOADS_PER_ROUND = 100;
    private static final Duration ROUND = Duration.ofMinutes(1);

    private final UploadTables tables;
    private final UploadProbe probe;
    private final BackgroundThread thread;

    private UploadCheck(UploadTables tables, UploadProbe probe) {
        this.tables = tables;
        this.probe = probe;
        this.thread = new BackgroundThread("upload-check", this::checkUntilClosed);
    }

    /** Starts checking. Does not block. */
    public static UploadCheck start(UploadTables tables, UploadProbe probe) {
        UploadCheck check = new UploadCheck(tables, probe);
        check.thread.start();
        return check;
    }

    /** One that checks when it is told to. */
    static UploadCheck unstarted(UploadTables tables, UploadProbe probe) {
        return new UploadCheck(tables, probe);
    }

    private void checkUntilClosed() throws InterruptedException {
        while (thread.pause(ROUND)) {
            check(AGE);
        }
    }

    /** Asks for some of the uploads that nobody asked for within {@code age}. Blocks. */
    void check(Duration age) {
        try {
            tables.claimUnchecked(age, UPLOADS_PER_ROUND).forEach(this::check);
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours, which must not end the work for good: the next round will do.
            assert unavailable != null;
        }
    }

    private void check(Upload upload) {
        try {
            if (!thread.isStopping() && probe.isGone(upload)) {
                tables.apply(List.of(new UploadChange(upload, true, Map.of())));
            }
        } catch (RuntimeException unavailable) {
            // One that nothing can be told of must not keep the others of its round: it is due again tomorrow.
            assert unavailable != null;
        }
    }

    /** Stops after the question under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        thread.close();
    }
}
