package dev.ose.adapter.embedded.store;

import dev.ose.s3.lifecycle.Due;
import dev.ose.s3.lifecycle.LifecycleConfiguration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is to go among the versions of a bucket, which it is shown key by key and the newest first. Not
 * thread-safe; asks no database.
 */
final class ExpiryWalk {

    /** No rule keeps more than 100 noncurrent versions, so that it does not matter how many more there are. */
    static final int MOST_NEWER_VERSIONS = 101;

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
     * Something that is to go.
     *
     * @param newer the version that took its place; null for a current version, and for a delete marker that is alone
     * @param newerVersions how many versions of the key are newer, {@link #MOST_NEWER_VERSIONS} standing for more
     */
    record Find(ExpiryCandidate candidate, @Nullable ExpiryCandidate newer, int newerVersions) {

        /** Whether the key gets a delete marker, where its bucket keeps versions, and the version stays behind it. */
        boolean isCurrent() {
            return newer == null && !candidate.isDeleteMarker();
        }
    }

    /** Looks at the next version. */
    void show(ExpiryCandidate candidate) {
        ExpiryCandidate before = newer;
        if (before == null || !before.isOfKey(candidate)) {
            endKey();
            showCurrent(candidate);
        } else {
            lonelyMarker = null;
            addIf(
                    rules.noncurrent(candidate.subject(), before.modifiedAt(), olderVersions),
                    new Find(candidate, before, Math.min(olderVersions + 1, MOST_NEWER_VERSIONS)));
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

    /** What was found since this was asked last. Markers of the last key count only after {@link #endKey}. */
    List<Find> take() {
        List<Find> taken = List.copyOf(found);
        found.clear();
        return taken;
    }

    /** There is no further version of the last key. */
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
