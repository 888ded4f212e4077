package dev.ose.server.event;

import dev.ose.server.background.BackgroundThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Delivers what waits, several webhooks at a time and each in order; every node may do so. A receiver that is slow holds up
 * its own events and one of a few couriers.
 */
public final class EventCourier implements AutoCloseable {

    /** Longer than a message may take. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    private static final int EVENTS_PER_MESSAGE = 100;
    private static final int MESSAGES_AT_ONCE = 16;
    private static final Duration IDLE = Duration.ofMillis(500);
    private static final long NANOS_BETWEEN_TIDYINGS = TimeUnit.SECONDS.toNanos(10);

    private final Outbox outbox;
    private final EventSender sender;
    private final Semaphore free = new Semaphore(MESSAGES_AT_ONCE);
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder givenUp = new LongAdder();
    private final BackgroundThread thread;

    private EventCourier(Outbox outbox, EventSender sender) {
        this.outbox = outbox;
        this.sender = sender;
        this.thread = new BackgroundThread("event-courier", this::deliverUntilClosed);
    }

    /** Starts delivering. Does not block. */
    public static EventCourier start(Outbox outbox, EventSender sender) {
        EventCourier courier = new EventCourier(outbox, sender);
        courier.thread.start();
        return courier;
    }

    /** How many events wait, of all nodes and some seconds ago. */
    public int waiting() {
        return waiting.get();
    }

    /** How many events this node delivered. */
    public long delivered() {
        return delivered.sum();
    }

    /** How many messages of this node did not arrive. */
    public long failures() {
        return failures.sum();
    }

    /** How many events this node gave up. */
    public long givenUp() {
        return givenUp.sum();
    }

    private void deliverUntilClosed() throws InterruptedException {
        long tidiedAt = System.nanoTime() - NANOS_BETWEEN_TIDYINGS;
        try (ExecutorService couriers = Executors.newVirtualThreadPerTaskExecutor()) {
            while (!thread.isStopping()) {
                if (System.nanoTime() - tidiedAt >= NANOS_BETWEEN_TIDYINGS) {
                    tidiedAt = System.nanoTime();
                    tidy();
                }
                free.acquire();
                Optional<Delivery> next = claim();
                if (next.isPresent()) {
                    couriers.execute(() -> deliver(next.get()));
                } else {
                    free.release();
                    thread.pause(IDLE);
                }
            }
        }
    }

    private void tidy() {
        try {
            waiting.set(outbox.tidy());
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours, which must not end the work for good: the next time tries again.
            assert unavailable != null;
        }
    }

    private Optional<Delivery> claim() {
        try {
            return outbox.claim(LEASE, EVENTS_PER_MESSAGE);
        } catch (RuntimeException unavailable) {
            // As above.
            return Optional.empty();
        }
    }

    private void deliver(Delivery delivery) {
        try {
            Optional<String> problem = sender.send(delivery);
            if (problem.isEmpty()) {
                outbox.delivered(delivery);
                delivered.add(delivery.events().size());
            } else {
                failures.increment();
                givenUp.add(outbox.failed(delivery, problem.get()));
            }
        } catch (RuntimeException unavailable) {
            // The lease runs out, and the events are delivered once more.
            failures.increment();
        } finally {
            free.release();
        }
    }

    /** Stops after the messages under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        thread.close();
    }
}
