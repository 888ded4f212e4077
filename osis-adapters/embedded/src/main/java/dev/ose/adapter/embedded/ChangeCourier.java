package dev.ose.adapter.embedded;

import dev.ose.adapter.OwnChange;
import dev.ose.adapter.OwnChangeListener;
import dev.ose.adapter.embedded.store.OwnChanges;
import java.time.Duration;
import java.util.List;

/**
 * Reports the platform's own changes to the listener, in order and at least once: changes from before a crash are
 * reported after it. Runs on a thread of its own.
 */
final class ChangeCourier implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ChangeCourier.class.getName());
    private static final Duration ROUND = Duration.ofMinutes(1);
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final OwnChanges changes;
    private final OwnChangeListener listener;
    private final Thread thread;
    private boolean isFailing;

    /** In addition to the interrupt, which a called method may consume. */
    private volatile boolean isClosed;

    private ChangeCourier(OwnChanges changes, OwnChangeListener listener) {
        this.changes = changes;
        this.listener = listener;
        this.thread =
                Thread.ofPlatform().daemon().name("embedded-platform-courier").unstarted(this::reportUntilClosed);
    }

    /** Starts reporting. Does not block. */
    static ChangeCourier start(OwnChanges changes, OwnChangeListener listener) {
        ChangeCourier courier = new ChangeCourier(changes, listener);
        courier.thread.start();
        return courier;
    }

    private void reportUntilClosed() {
        try {
            while (!isClosed) {
                if (reportAll()) {
                    changes.await(ROUND);
                } else {
                    Thread.sleep(RETRY);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports pending changes; false if some remain. */
    private boolean reportAll() {
        try {
            boolean isDone = report();
            isFailing = false;
            return isDone;
        } catch (RuntimeException e) {
            if (!isFailing && !isClosed) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Changes by lifecycle rules could not be reported; tried again every ten seconds until it"
                                + " works",
                        e);
            }
            isFailing = true;
            return false;
        }
    }

    private boolean report() {
        while (!isClosed) {
            List<OwnChanges.Noted> some = changes.oldest(OwnChangeListener.MAX_CHANGES);
            if (some.isEmpty()) {
                return true;
            }
            if (!listener.take(some.stream().map(ChangeCourier::change).toList())) {
                return false;
            }
            changes.forget(some);
        }
        return false;
    }

    private static OwnChange change(OwnChanges.Noted noted) {
        String upload = noted.uploadId();
        return upload == null
                ? new OwnChange.ObjectChanged(noted.bucket(), noted.key())
                : new OwnChange.UploadAborted(noted.bucket(), noted.key(), upload);
    }

    /** Stops; pending changes are reported after the next start. */
    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
