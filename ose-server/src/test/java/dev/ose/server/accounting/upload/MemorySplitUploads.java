package dev.ose.server.accounting.upload;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The uploads of nodes in memory. */
public final class MemorySplitUploads implements SplitUploadTable {

    private final Set<Upload> recorded = ConcurrentHashMap.newKeySet();
    private final Set<Upload> all = ConcurrentHashMap.newKeySet();
    private final Set<Upload> orphans = ConcurrentHashMap.newKeySet();
    private final Set<Upload> postponed = ConcurrentHashMap.newKeySet();

    /** Whether nothing can be recorded. */
    public volatile boolean isAway;

    @Override
    public void add(Upload upload) {
        if (isAway) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }
        recorded.add(upload);
        all.add(upload);
    }

    @Override
    public void keep(Collection<Upload> live) {}

    @Override
    public void remove(Collection<Upload> ended) {
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
