package dev.ose.server.transfer.readahead;

import dev.ose.s3.ByteRange;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Whether platforms refuse a read whose {@code If-Match} does not match, asked of each endpoint by one read of one byte
 * before it is read ahead from, and again after an hour: it may be another release by then. Thread-safe.
 */
final class ConditionProbe {

    private static final long KNOWN_NANOS = Duration.ofHours(1).toNanos();

    /** Longer than any answer takes. */
    private static final long ASKED_NANOS = Duration.ofMinutes(2).toNanos();

    private static final long UNKNOWN_NANOS = Duration.ofMinutes(1).toNanos();

    /** No object has it: tags of S3 are of hexadecimal digits. */
    private static final String NO_TAG = "\"ose-no-such-version\"";

    private static final int PRECONDITION_FAILED = 412;
    private static final int OK = 200;
    private static final int PARTIAL = 206;

    private final ConcurrentHashMap<URI, Known> endpoints = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    private record Known(boolean refuses, long untilNanos) {}

    ConditionProbe(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Whether the endpoint was last known to refuse; asks if that is not known, or long ago. Does not block. */
    boolean refuses(URI endpoint, RangedReads reads) {
        long now = nanos.getAsLong();
        Known known = endpoints.get(endpoint);
        if (known != null && now - known.untilNanos() < 0) {
            return known.refuses();
        }
        // What was known counts until there is another answer: downloads under way would stumble once an hour.
        boolean refused = known != null && known.refuses();
        Known asked = new Known(refused, now + ASKED_NANOS);
        boolean isMine = known == null
                ? endpoints.putIfAbsent(endpoint, asked) == null
                : endpoints.replace(endpoint, known, asked);
        if (isMine) {
            ask(endpoint, reads, refused);
        }
        return refused;
    }

    private void ask(URI endpoint, RangedReads reads, boolean refused) {
        reads.read(new ByteRange(0, 0), NO_TAG, new PlatformListener() {
            @Override
            public void responded(PlatformResponse response) {
                response.body().abort();
                boolean isKnown = response.status() == PRECONDITION_FAILED
                        || response.status() == OK
                        || response.status() == PARTIAL;
                if (isKnown) {
                    note(endpoint, response.status() == PRECONDITION_FAILED, KNOWN_NANOS);
                } else {
                    note(endpoint, refused, UNKNOWN_NANOS);
                }
            }

            @Override
            public void failed(Failure failure) {
                note(endpoint, refused, UNKNOWN_NANOS);
            }

            @Override
            public void bodyFailed(IOException cause) {
                note(endpoint, refused, UNKNOWN_NANOS);
            }
        });
    }

    private void note(URI endpoint, boolean refuses, long forNanos) {
        endpoints.put(endpoint, new Known(refuses, nanos.getAsLong() + forNanos));
    }
}
