package dev.ose.server.event;

import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobMetrics;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Delivers waiting events, several webhooks at a time and each in order; safe on several nodes at once. A slow receiver
 * delays its own events and occupies one of a few workers, of which each tenant may use a fair share.
 */
public final class WebhookDispatcher implements AutoCloseable {

    /** Longer than the longest send. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    private static final int EVENTS_PER_MESSAGE = 100;
    private static final int MESSAGES_AT_ONCE = 16;
    private static final Duration IDLE = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration BETWEEN_TIDYINGS = Duration.ofSeconds(10);

    private final Outbox outbox;
    private final EventSender sender;
    private final Semaphore free = new Semaphore(MESSAGES_AT_ONCE);
    /** One more than there are, never lent: a share must leave as much as it holds. */
    private final FairBudget shares = new FairBudget(MESSAGES_AT_ONCE + 1);

    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder givenUp = new LongAdder();
    private final ExecutorService couriers = Executors.newVirtualThreadPerTaskExecutor();
    private final OperatorEvents events;
    private final JobHealth deliveries;
    private final Job claims;
    /** A job of its own: dropping many events takes long, and deliveries must not wait for it. */
    private final Job tidier;

    private WebhookDispatcher(Jobs jobs, Outbox outbox, EventSender sender) {
        this.outbox = outbox;
        this.sender = sender;
        this.events = jobs.events();
        this.deliveries = jobs.health("webhook-delivery");
        this.claims = jobs.queue(JobPlan.every("webhook-dispatcher", IDLE), _ -> dispatch());
        this.tidier = jobs.periodic(JobPlan.every("webhook-tidier", BETWEEN_TIDYINGS), _ -> tidy());
        JobMetrics metrics = jobs.metrics();
        metrics.show("ose.events.waiting", "", waiting::get);
        metrics.count("ose.events.delivered", delivered::sum);
        metrics.count("ose.events.failed.messages", failures::sum);
        metrics.count("ose.events.given.up", givenUp::sum);
    }

    /** Starts delivering. Does not block. */
    public static WebhookDispatcher start(Jobs jobs, Outbox outbox, EventSender sender) {
        WebhookDispatcher courier = new WebhookDispatcher(jobs, outbox, sender);
        courier.claims.start();
        courier.tidier.start();
        return courier;
    }

    /** The number of waiting events of all nodes, some seconds old. */
    public int waiting() {
        return waiting.get();
    }

    /** The number of events that this node delivered. */
    public long delivered() {
        return delivered.sum();
    }

    /** The number of messages of this node that failed. */
    public long failures() {
        return failures.sum();
    }

    /** The number of events that this node gave up. */
    public long givenUp() {
        return givenUp.sum();
    }

    /** Starts the next delivery; returns whether there may be more. */
    private boolean dispatch() throws InterruptedException {
        if (!free.tryAcquire(IDLE.toMillis(), TimeUnit.MILLISECONDS)) {
            return true;
        }
        boolean isLent = false;
        try {
            Optional<Delivery> next = claim();
            if (next.isPresent()) {
                FairBudget.Lease share = shares.lease(next.get().tenant());
                // Never refused: only this thread takes shares, and the claim left out tenants whose share is full.
                var _ = share.take(1);
                couriers.execute(() -> deliver(next.get(), share));
                isLent = true;
            }
        } finally {
            if (!isLent) {
                free.release();
            }
        }
        return isLent;
    }

    private void tidy() {
        Outbox.Tidied tidied = outbox.tidy();
        waiting.set(tidied.waiting());
        givenUp(tidied.givenUp());
    }

    private void givenUp(int count) {
        if (count > 0) {
            givenUp.add(count);
            events.report(new OperatorEvent.EventsDropped(count));
        }
    }

    private Optional<Delivery> claim() {
        return outbox.claim(
                LEASE,
                EVENTS_PER_MESSAGE,
                shares.full().stream().map(String.class::cast).collect(Collectors.toUnmodifiableSet()));
    }

    private void deliver(Delivery delivery, FairBudget.Lease share) {
        try {
            Optional<String> problem = sender.send(delivery);
            if (problem.isEmpty()) {
                outbox.delivered(delivery);
                delivered.add(delivery.size());
            } else {
                failures.increment();
                givenUp(outbox.failed(delivery, problem.get()));
            }
            deliveries.succeeded();
        } catch (RuntimeException unavailable) {
            // The lease expires, and the events are delivered again.
            failures.increment();
            deliveries.failed(unavailable);
        } finally {
            share.close();
            free.release();
        }
    }

    /** Stops after the deliveries under way; blocks for at most ten seconds for these, and for each of the two jobs. */
    @Override
    public void close() {
        tidier.stop();
        claims.close();
        tidier.close();
        couriers.shutdown();
        try {
            // Deliveries still under way end with the process and are repeated.
            var _ = couriers.awaitTermination(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
