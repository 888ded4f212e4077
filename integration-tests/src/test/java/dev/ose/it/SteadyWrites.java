package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Many writers who go on whatever happens, each with one new object at a time on a connection of its own, and remember
 * what was acknowledged and what failed.
 */
public final class SteadyWrites implements AutoCloseable {

    private static final int[] SIZES = {4096, 65_536, 65_537, 300_000, 2 * Samples.MIB};
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(50);

    private final S3Target target;
    private final String bucket;
    private final Duration pause;
    private final Map<String, Integer> attempted = new ConcurrentHashMap<>();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Failed> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> writers = new ArrayList<>();

    /**
     * A write that was not acknowledged.
     *
     * @param began when it did, by {@link System#nanoTime}
     */
    public record Failed(String key, long began, String reason) {}

    private SteadyWrites(S3Target target, String bucket, Duration pause) {
        this.target = target;
        this.bucket = bucket;
        this.pause = pause;
    }

    /** Makes the bucket and starts writing into it, one object after the other. */
    public static SteadyWrites start(S3Target target, String bucket, int writers) {
        return start(target, bucket, writers, Duration.ZERO);
    }

    /** The same with a pause of each writer after each object. */
    public static SteadyWrites start(S3Target target, String bucket, int writers, Duration pause) {
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        SteadyWrites writes = new SteadyWrites(target, bucket, pause);
        for (int i = 0; i < writers; i++) {
            writes.writers.add(writes.threads.submit(writes::writeUntilTheEnd));
        }
        return writes;
    }

    /** Waits until so many further writes have been acknowledged. */
    public void awaitMore(int count) {
        int wanted = acknowledged.size() + count;
        Ports.await(count + " more acknowledged writes", LIMIT, () -> acknowledged.size() >= wanted);
    }

    /** How many writes were acknowledged so far. */
    int acknowledgedCount() {
        return acknowledged.size();
    }

    public List<Failed> failures() {
        return List.copyOf(failures);
    }

    /** The failures of requests that began after this time of {@link System#nanoTime}. */
    public List<Failed> failuresSince(long moment) {
        return failures.stream().filter(failed -> failed.began() - moment > 0).toList();
    }

    /** Ends when each writer has ended what it was writing. */
    @Override
    public void close() {
        isOver.set(true);
        threads.close();
    }

    /** Ends the writing and looks that what was acknowledged is there, and that nothing is there by halves. */
    public void endWithNothingLost(S3Target through) {
        close();
        assertWritersEndedWell();
        Set<String> listed = Set.copyOf(Listing.of(through, bucket).keys());
        assertThat(listed).containsAll(acknowledged);
        for (String key : attempted.keySet()) {
            WireAnswer answer = Wire.send(through, SignedRequest.of("GET", '/' + bucket + '/' + key));
            boolean isWhole = answer.status() == 200
                    && Samples.sha256(answer.body()).equals(Samples.sha256(content(attempted.get(key))));
            boolean isAbsent = answer.status() == 404 && !acknowledged.contains(key);
            assertThat(isWhole || isAbsent)
                    .as("%s: %d, acknowledged: %s", key, answer.status(), acknowledged.contains(key))
                    .isTrue();
            assertThat(listed.contains(key)).as("the listing of " + key).isEqualTo(isWhole);
        }
    }

    private void assertWritersEndedWell() {
        try {
            for (Future<?> writer : writers) {
                writer.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException e) {
            throw new AssertionError("a writer broke", e.getCause());
        }
    }

    private void writeUntilTheEnd() {
        while (!isOver.get()) {
            int number = next.getAndIncrement();
            String key = "object-" + number;
            attempted.put(key, number);
            // Retries at full speed would write more keys than can be verified later; real clients pause, too.
            Duration rest =
                    write(key, number) || pause.compareTo(PAUSE_AFTER_FAILURE) > 0 ? pause : PAUSE_AFTER_FAILURE;
            LockSupport.parkNanos(rest.toNanos());
        }
    }

    private boolean write(String key, int number) {
        SignedRequest request =
                SignedRequest.of("PUT", '/' + bucket + '/' + key).body(content(number));
        long began = System.nanoTime();
        try {
            WireAnswer answer = Wire.send(target, request);
            if (answer.status() == 200) {
                acknowledged.add(key);
                return true;
            }
            failures.add(new Failed(key, began, answer.status() + " " + answer.text()));
        } catch (UncheckedIOException cut) {
            failures.add(new Failed(key, began, cut.toString()));
        }
        return false;
    }

    private static byte[] content(int number) {
        return Samples.bytes(number, SIZES[number % SIZES.length]);
    }
}
