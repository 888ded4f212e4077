package dev.ose.server.catalog.label;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A queue in memory, in which released, postponed or refused objects are not due any more. */
public final class MemoryLabels implements LabelQueue {

    public final List<ObjectAddress> noted = new CopyOnWriteArrayList<>();
    public final List<ObjectAddress> unsure = new CopyOnWriteArrayList<>();
    public final Map<ObjectAddress, Optional<Labels>> kept = new ConcurrentHashMap<>();
    public final List<ObjectAddress> postponed = new CopyOnWriteArrayList<>();
    public final List<ObjectAddress> refused = new CopyOnWriteArrayList<>();

    /** Whether the database is unavailable. */
    public volatile boolean isGone;

    /** The number of calls that queue an object. */
    public final AtomicInteger begun = new AtomicInteger();

    /** Until then the database does not answer. */
    public volatile CountDownLatch silence = new CountDownLatch(0);

    private final List<DueLabels> due = new ArrayList<>();

    @Override
    public void note(ObjectAddress address) {
        begun.incrementAndGet();
        try {
            silence.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (isGone) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }
        noted.add(address);
        synchronized (due) {
            due.add(new DueLabels(address, noted.size()));
        }
    }

    @Override
    public void noteUnsure(ObjectAddress address) {
        note(address);
        unsure.add(address);
    }

    @Override
    public List<DueLabels> claim(int limit) {
        synchronized (due) {
            List<DueLabels> some = due.subList(0, Math.min(limit, due.size()));
            List<DueLabels> claimed = List.copyOf(some);
            some.clear();
            return claimed;
        }
    }

    @Override
    public boolean settle(DueLabels labels, Optional<Labels> found) {
        kept.put(labels.address(), found);
        return true;
    }

    @Override
    public void putBack(List<DueLabels> labels) {
        synchronized (due) {
            due.addAll(labels);
        }
    }

    @Override
    public void postpone(DueLabels labels) {
        postponed.add(labels.address());
    }

    @Override
    public void refuse(DueLabels labels) {
        refused.add(labels.address());
    }
}
