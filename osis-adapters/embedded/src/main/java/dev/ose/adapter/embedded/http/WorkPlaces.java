package dev.ose.adapter.embedded.http;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds how many requests work on the disk and the database at a time. A place is held for work and never for a wait
 * for the client: a slow client would otherwise keep it as long as it likes, and a few of them all places. What waits
 * for clients is bounded in front, where it is shared out among tenants; a bound behind that has room for all that the
 * one in front lets through. Thread-safe.
 */
final class WorkPlaces {

    private final Semaphore free;
    private final long patienceMillis;

    /**
     * All places free.
     *
     * @param count how many requests may work at a time
     * @param patienceMillis how long a new request waits for a place before it is refused
     */
    WorkPlaces(int count, long patienceMillis) {
        // First come, first served: a request that comes back from a wait is not overtaken for ever by new ones.
        this.free = new Semaphore(count, true);
        this.patienceMillis = patienceMillis;
    }

    /** Takes a place; blocks. {@code SlowDown} once the patience is over. */
    Place take() throws InterruptedIOException {
        try {
            if (!free.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
                throw new S3ErrorException(S3Error.of(S3ErrorCode.SLOW_DOWN));
            }
            return new Place();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted");
    }

    /** A wait for the client. */
    @FunctionalInterface
    interface Wait {

        void run() throws IOException;
    }

    /** The place of one request. Confined to the request's thread. */
    final class Place implements AutoCloseable {

        private boolean isHeld = true;

        private Place() {}

        /**
         * Waits without the place, and for a place after that, as long as it takes: all who have one are at work. After
         * {@link #close} it only waits for the client.
         */
        void leaveFor(Wait wait) throws IOException {
            if (!isHeld) {
                wait.run();
                return;
            }
            close();
            wait.run();
            try {
                free.acquire();
                isHeld = true;
            } catch (InterruptedException e) {
                throw interrupted();
            }
        }

        @Override
        public void close() {
            if (isHeld) {
                isHeld = false;
                free.release();
            }
        }
    }
}
