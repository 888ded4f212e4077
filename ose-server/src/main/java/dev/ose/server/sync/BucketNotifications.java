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
 * Takes change notifications of a platform. If a key's row does not match the notification, the key is marked for
 * verification, as after a difference found by a sync run. Notifications of OSE's own writes, which are nearly all if
 * clients use OSE, cost two or three reads by key and no platform request. Thread-safe.
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

    /** @param dirtyAppeared called after keys were marked for verification; must be quick */
    public BucketNotifications(NotificationTables tables, SyncRuns runs, ObjectIndex index, Runnable dirtyAppeared) {
        this.tables = tables;
        this.runs = runs;
        this.index = index;
        this.dirtyAppeared = dirtyAppeared;
    }

    /** The number of marked keys. */
    public long marked() {
        return marked.sum();
    }

    /** The number of notifications that matched the rows. */
    public long known() {
        return known.sum();
    }

    /** The number of notifications for buckets unknown to OSE. */
    public long ignored() {
        return ignored.sum();
    }

    /**
     * Takes notifications. Blocks on the database; keys to verify are marked when it returns, and repeating the same
     * notifications is harmless.
     *
     * @throws FailureException {@code Busy} if too many keys of a bucket wait for verification; {@code
     *     MetadataUnavailable}. The sender must repeat the notifications then
     */
    public void take(PlatformId platform, List<ChangeNotification> received) {
        var buckets = tables.buckets(
                platform, received.stream().map(ChangeNotification::bucket).collect(Collectors.toSet()));
        Map<ObjectAddress, ChangeNotification.Said> changes = new TreeMap<>();
        for (ChangeNotification notification : received) {
            NotificationTables.Known bucket = buckets.get(notification.bucket());
            if (bucket == null) {
                ignored.increment();
            } else {
                changes.merge(
                        new ObjectAddress(bucket.id(), notification.key()),
                        said(notification, bucket),
                        BucketNotifications::both);
            }
        }
        if (!changes.isEmpty()) {
            look(changes);
        }
    }

    /** Rows do not show whether a removal concerned an older version. */
    private static ChangeNotification.Said said(ChangeNotification notification, NotificationTables.Known bucket) {
        return bucket.mayHaveVersions() && notification.said() instanceof ChangeNotification.Removed
                ? new ChangeNotification.Unclear()
                : notification.said();
    }

    /** Contradictory notifications of one key count as unclear. */
    private static ChangeNotification.Said both(ChangeNotification.Said one, ChangeNotification.Said other) {
        return one.equals(other) ? one : new ChangeNotification.Unclear();
    }

    private void look(Map<ObjectAddress, ChangeNotification.Said> changes) {
        // Read before the rows: a write that begins later follows the notified change and is settled by its own
        // completion.
        Set<ObjectAddress> beingWritten = tables.beingWritten(changes.keySet());
        Set<ObjectAddress> doubtful = new TreeSet<>();
        changes.forEach((address, said) -> {
            if (beingWritten.contains(address) || !said.agreesWith(index.get(address))) {
                doubtful.add(address);
            }
        });
        known.add(changes.size() - doubtful.size());
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
