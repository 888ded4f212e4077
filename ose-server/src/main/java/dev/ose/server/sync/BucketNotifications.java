package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Takes a platform's notices of changes. A key whose row does not say yet what the notice tells is marked, and the platform is
 * asked for the object, as after a difference that a comparison found; so notices of OSE's own writes, which are nearly all
 * where clients go through OSE, cost two or three reads by key and no request. Thread-safe.
 */
public final class BucketNotifications {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final NotificationTables tables;
    private final SyncRuns runs;
    private final ObjectIndex index;
    private final Runnable dirtyAppeared;
    private final LongAdder marked = new LongAdder();
    private final LongAdder known = new LongAdder();
    private final LongAdder ignored = new LongAdder();

    /** @param dirtyAppeared called when keys were marked for verification; must be quick */
    public BucketNotifications(NotificationTables tables, SyncRuns runs, ObjectIndex index, Runnable dirtyAppeared) {
        this.tables = tables;
        this.runs = runs;
        this.index = index;
        this.dirtyAppeared = dirtyAppeared;
    }

    /** How many keys were marked so far. */
    public long marked() {
        return marked.sum();
    }

    /** How many notices told so far what the rows said already. */
    public long known() {
        return known.sum();
    }

    /** How many notices were of buckets that OSE does not have so far. */
    public long ignored() {
        return ignored.sum();
    }

    /**
     * Takes notices. Blocks on the database; what has to be looked at is there once it returns, and taking the same notices
     * again does no harm.
     *
     * @throws FailureException {@code Busy} if too many keys of a bucket wait to be looked at; {@code MetadataUnavailable}.
     *     Whoever sent the notices shall send them again then
     */
    public void take(PlatformId platform, List<ChangeNotification> notices) {
        var buckets = tables.buckets(
                platform, notices.stream().map(ChangeNotification::bucket).collect(Collectors.toSet()));
        Map<ObjectAddress, ChangeNotification.Said> told = new TreeMap<>();
        for (ChangeNotification notice : notices) {
            NotificationTables.Known bucket = buckets.get(notice.bucket());
            if (bucket == null) {
                ignored.increment();
            } else {
                told.merge(
                        new ObjectAddress(bucket.id(), notice.key()), said(notice, bucket), BucketNotifications::both);
            }
        }
        if (!told.isEmpty()) {
            look(told);
        }
    }

    /** Of a removal nobody can tell from rows whether it was that of an older version. */
    private static ChangeNotification.Said said(ChangeNotification notice, NotificationTables.Known bucket) {
        return bucket.mayHaveVersions() && notice.said() instanceof ChangeNotification.Removed
                ? new ChangeNotification.Unclear()
                : notice.said();
    }

    /** What is told differently of one key in one breath is not told. */
    private static ChangeNotification.Said both(ChangeNotification.Said one, ChangeNotification.Said other) {
        return one.equals(other) ? one : new ChangeNotification.Unclear();
    }

    private void look(Map<ObjectAddress, ChangeNotification.Said> told) {
        // Asked before the rows: a write that begins later comes after what is told, and ends by its own means.
        Set<ObjectAddress> beingWritten = tables.beingWritten(told.keySet());
        Set<ObjectAddress> doubtful = new TreeSet<>();
        told.forEach((address, said) -> {
            if (beingWritten.contains(address) || !said.agreesWith(index.get(address))) {
                doubtful.add(address);
            }
        });
        known.add(told.size() - doubtful.size());
        if (!doubtful.isEmpty()) {
            doubtful.stream().map(ObjectAddress::bucket).distinct().forEach(this::checkRoom);
            tables.mark(doubtful);
            marked.add(doubtful.size());
            dirtyAppeared.run();
        }
    }

    private void checkRoom(BucketId bucket) {
        if (runs.backlog(bucket, SyncRunner.MAX_BACKLOG) >= SyncRunner.MAX_BACKLOG) {
            throw new FailureException(new Failure.Busy(RETRY_AFTER));
        }
    }
}
