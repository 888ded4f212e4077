package dev.ose.server.runtime.jobs;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Work that is done again and again and fails for a while: told once when it begins to fail, with the cause, and once when it succeeds
 * again. So it neither fails silently nor fills a log. Thread-safe.
 */
public final class FailureRun {

    private final Consumer<RuntimeException> began;
    private final Runnable ended;
    private final AtomicBoolean isFailing = new AtomicBoolean();

    /**
     * A run that has not begun.
     *
     * @param began is told the first failure; called by the failing thread
     * @param ended is called by the thread that succeeds first
     */
    public FailureRun(Consumer<RuntimeException> began, Runnable ended) {
        this.began = began;
        this.ended = ended;
    }

    /** The work failed. */
    public void failed(RuntimeException cause) {
        if (isFailing.compareAndSet(false, true)) {
            began.accept(cause);
        }
    }

    /** The work succeeded. */
    public void succeeded() {
        // Read first: this is the rule.
        if (isFailing.get() && isFailing.compareAndSet(true, false)) {
            ended.run();
        }
    }
}
