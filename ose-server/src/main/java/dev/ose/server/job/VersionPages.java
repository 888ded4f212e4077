package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.server.access.Decision;
import dev.ose.server.bucket.Bucket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the versions and delete markers that a selection contains, a page at a time. Blocks. Thread-safe. */
final class VersionPages {

    private static final int PAGE = 1_000;

    private final JobRequests requests;

    VersionPages(JobRequests requests) {
        this.requests = requests;
    }

    /**
     * A page of versions.
     *
     * @param lastKey the last key that it is about
     * @param isWhole whether the versions of that key are known to end on it
     * @param isMore whether there may be another page
     */
    record Page(List<VersionsAnswer.Entry> entries, String lastKey, boolean isWhole, boolean isMore) {

        Page {
            entries = List.copyOf(entries);
        }
    }

    /** The versions behind a position. */
    Page read(JobSite site, JobSelection selection, JobPosition position) {
        if (selection.isOfKeys()) {
            return ofKey(site, selection, position);
        }
        VersionsAnswer.@Nullable Marker after =
                position.key().isEmpty() ? null : new VersionsAnswer.Marker(position.key(), position.detail());
        VersionsAnswer answer = list(site, selection.prefix(), position.key(), after);
        String last = answer.entries().isEmpty()
                ? position.key()
                : answer.entries().getLast().key().value();
        return new Page(answer.entries(), last, false, answer.next() != null);
    }

    /** Those of one selected key: of the next one, or of the one within whose versions the position is. */
    private Page ofKey(JobSite site, JobSelection selection, JobPosition position) {
        boolean isWithin = !position.detail().isEmpty();
        List<ObjectKey> following = selection.after(position.key(), 1);
        if (!isWithin && following.isEmpty()) {
            return new Page(List.of(), position.key(), true, false);
        }
        ObjectKey key = isWithin ? new ObjectKey(position.key()) : following.getFirst();
        VersionsAnswer.@Nullable Marker after =
                isWithin ? new VersionsAnswer.Marker(position.key(), position.detail()) : null;
        VersionsAnswer answer = list(site, key.value(), isWithin ? position.key() : "", after);
        // Keys that begin with this one follow it.
        boolean isWhole = answer.next() == null
                || answer.entries().stream().anyMatch(entry -> !entry.key().equals(key));
        return new Page(
                answer.entries().stream().filter(it -> it.key().equals(key)).toList(),
                key.value(),
                isWhole,
                !isWhole || !selection.after(key.value(), 1).isEmpty());
    }

    private VersionsAnswer list(JobSite site, String prefix, String afterKey, VersionsAnswer.@Nullable Marker after) {
        Bucket bucket = site.bucket();
        ListingFilter filter = new ListingFilter(prefix, "", PAGE, EncodingType.URL);
        Decision.Allow allow =
                site.require(new BucketOperation.ListObjectVersions(bucket.name(), filter, afterKey, null));
        return site.present(requests.listVersions(site.actor(bucket, allow), prefix, after, PAGE));
    }
}
