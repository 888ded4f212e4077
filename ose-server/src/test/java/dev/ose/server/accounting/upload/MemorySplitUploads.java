package dev.ose.server.accounting.upload;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The uploads of nodes in memory. */
public final class MemorySplitUploads implements SplitUploadTable {

    private final Set<Upload> recorded = ConcurrentHashMap.newKeySet();
    private final Set<Upload> all = ConcurrentHashMap.newKeySet();
    private final Set<Upload> orphans = ConcurrentHashMap.newKeySet();
    private final Set<Upload> postponed = ConcurrentHashMap.newKeySet();

    /** Whether nothing can be recorded. */
    public volatile boolean isAway;

    /** Whether nothing can be removed. */
    volatile boolean isRemovalAway;

    /** What each call kept. */
    final List<Set<Upload>> kept = new CopyOnWriteArrayList<>();

    @Override
    public void keep(Collection<Upload> live) {
        if (isAway) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }
        recorded.addAll(live);
        all.addAll(live);
        kept.add(Set.copyOf(live));
    }

    @Override
    public void remove(Collection<Upload> ended) {
        if (isRemovalAway) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }
        recorded.removeAll(ended);
        orphans.removeAll(ended);
    }

    /** From now on these are orphans. */
    public void orphan(Collection<Upload> uploads) {
        recorded.addAll(uploads);
        orphans.addAll(uploads);
    }

    @Override
    public List<Upload> claimOrphans(int limit) {
        List<Upload> claimed = orphans.stream().limit(limit).toList();
        claimed.forEach(orphans::remove);
        return claimed;
    }

    @Override
    public void postpone(Upload upload) {
        postponed.add(upload);
    }

    /** Those that were neither completed nor aborted. */
    public Set<Upload> recorded() {
        return Set.copyOf(recorded);
    }

    /** All that were ever recorded. */
    public Set<Upload> all() {
        return Set.copyOf(all);
    }

    /** Those that the platform refuses to abort. */
    public Set<Upload> postponed() {
        return Set.copyOf(postponed);
    }
}
