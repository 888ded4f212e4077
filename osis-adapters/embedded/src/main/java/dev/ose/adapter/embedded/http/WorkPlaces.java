package dev.ose.adapter.embedded.http;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the number of requests that work on disk and database at a time. A place is never held during a wait for the
 * client, or a few slow clients could occupy all places. The node bounds waiting requests and shares them among
 * tenants; the bound here is larger than the node's. Thread-safe.
 */
final class WorkPlaces {

    private final Semaphore free;
    private final long patienceMillis;

    /**
     * @param count how many requests may work at a time
     * @param patienceMillis maximum wait of a new request for a place
     */
    WorkPlaces(int count, long patienceMillis) {
        // Fair, so that new requests do not starve one that returns from a wait.
        this.free = new Semaphore(count, true);
        this.patienceMillis = patienceMillis;
    }

    /** Takes a place; blocks. {@code SlowDown} after the maximum wait. */
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
         * Releases the place, waits, and takes a place again without a time limit: all holders are working. After
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
