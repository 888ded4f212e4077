package dev.ose.server.event;

import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.jobs.BackgroundThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Delivers what waits, several webhooks at a time and each in order; every node may do so. A receiver that is slow holds up
 * its own events and one of a few couriers, of which no tenant has more than it leaves to the others.
 */
public final class WebhookDispatcher implements AutoCloseable {

    /** Longer than a message may take. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    private static final int EVENTS_PER_MESSAGE = 100;
    private static final int MESSAGES_AT_ONCE = 16;
    private static final Duration IDLE = Duration.ofMillis(500);
    private static final Duration BETWEEN_TIDYINGS = Duration.ofSeconds(10);

    private final Outbox outbox;
    private final EventSender sender;
    private final Semaphore free = new Semaphore(MESSAGES_AT_ONCE);
    /** Of one more than there are, which is never lent: a share must leave as much as it holds. */
    private final FairBudget shares = new FairBudget(MESSAGES_AT_ONCE + 1);

    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder givenUp = new LongAdder();
    private final BackgroundThread thread;
    /** Another one: to drop many events takes a while, and those of others are not to wait for it. */
    private final BackgroundThread tidier;

    private WebhookDispatcher(Outbox outbox, EventSender sender) {
        this.outbox = outbox;
        this.sender = sender;
        this.thread = new BackgroundThread("event-courier", this::deliverUntilClosed);
        this.tidier = new BackgroundThread("event-tidier", this::tidyUntilClosed);
    }

    /** Starts delivering. Does not block. */
    public static WebhookDispatcher start(Outbox outbox, EventSender sender) {
        WebhookDispatcher courier = new WebhookDispatcher(outbox, sender);
        courier.thread.start();
        courier.tidier.start();
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
        try (ExecutorService couriers = Executors.newVirtualThreadPerTaskExecutor()) {
            while (!thread.isStopping()) {
                free.acquire();
                Optional<Delivery> next = claim();
                if (next.isPresent()) {
                    FairBudget.Lease share = shares.lease(next.get().tenant());
                    // There is one: nobody else takes any, and tenants who have as many as they may were left out.
                    var _ = share.take(1);
                    couriers.execute(() -> deliver(next.get(), share));
                } else {
                    free.release();
                    thread.pause(IDLE);
                }
            }
        }
    }

    private void tidyUntilClosed() throws InterruptedException {
        do {
            tidy();
        } while (tidier.pause(BETWEEN_TIDYINGS));
    }

    private void tidy() {
        try {
            Outbox.Tidied tidied = outbox.tidy();
            waiting.set(tidied.waiting());
            givenUp.add(tidied.givenUp());
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours, which must not end the work for good: the next time tries again.
            assert unavailable != null;
        }
    }

    private Optional<Delivery> claim() {
        try {
            return outbox.claim(
                    LEASE,
                    EVENTS_PER_MESSAGE,
                    shares.full().stream().map(String.class::cast).collect(Collectors.toUnmodifiableSet()));
        } catch (RuntimeException unavailable) {
            // As above.
            return Optional.empty();
        }
    }

    private void deliver(Delivery delivery, FairBudget.Lease share) {
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
            share.close();
            free.release();
        }
    }

    /** Stops after the messages under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        tidier.stop();
        thread.close();
        tidier.close();
    }
}
