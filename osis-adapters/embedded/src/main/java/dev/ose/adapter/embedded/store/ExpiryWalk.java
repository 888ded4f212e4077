package dev.ose.adapter.embedded.store;

import dev.ose.s3.lifecycle.Due;
import dev.ose.s3.lifecycle.LifecycleConfiguration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selects the versions to remove; receives the versions of a bucket key by key, newest first. Not thread-safe; does not
 * use the database.
 */
final class ExpiryWalk {

    /** No rule keeps more than 100 noncurrent versions, so larger counts are equivalent. */
    static final int MAX_NEWER_VERSIONS = 101;

    private final LifecycleConfiguration rules;
    private final Instant now;
    private final List<Find> found = new ArrayList<>();
    private @Nullable ExpiryCandidate newer;
    private int olderVersions;
    private @Nullable ExpiryCandidate lonelyMarker;

    ExpiryWalk(LifecycleConfiguration rules, Instant now) {
        this.rules = rules;
        this.now = now;
    }

    /**
     * A version to remove.
     *
     * @param newer the next newer version; null for a current version and a sole delete marker
     * @param newerVersions the number of newer versions of the key, at most {@link #MAX_NEWER_VERSIONS}
     */
    record Find(ExpiryCandidate candidate, @Nullable ExpiryCandidate newer, int newerVersions) {

        /** Whether it is the current version: with versioning it is kept, hidden by a new delete marker. */
        boolean isCurrent() {
            return newer == null && !candidate.isDeleteMarker();
        }
    }

    /** Processes the next version. */
    void show(ExpiryCandidate candidate) {
        ExpiryCandidate before = newer;
        if (before == null || !before.isOfKey(candidate)) {
            endKey();
            showCurrent(candidate);
        } else {
            lonelyMarker = null;
            addIf(
                    rules.noncurrent(candidate.subject(), before.modifiedAt(), olderVersions),
                    new Find(candidate, before, Math.min(olderVersions + 1, MAX_NEWER_VERSIONS)));
            olderVersions++;
        }
        newer = candidate;
    }

    private void showCurrent(ExpiryCandidate candidate) {
        if (candidate.isDeleteMarker()) {
            lonelyMarker = candidate;
        } else {
            addIf(rules.current(candidate.subject(), candidate.modifiedAt()), new Find(candidate, null, 0));
        }
    }

    /** The finds since the last call. Markers of the last key are included only after {@link #endKey}. */
    List<Find> take() {
        List<Find> taken = List.copyOf(found);
        found.clear();
        return taken;
    }

    /** Ends the versions of the last key. */
    void endKey() {
        ExpiryCandidate marker = lonelyMarker;
        if (marker != null) {
            addIf(rules.marker(marker.subject().key(), marker.modifiedAt()), new Find(marker, null, 0));
        }
        lonelyMarker = null;
        olderVersions = 0;
    }

    private void addIf(Optional<Due> due, Find find) {
        if (due.filter(date -> date.isPast(now)).isPresent()) {
            found.add(find);
        }
    }
}
