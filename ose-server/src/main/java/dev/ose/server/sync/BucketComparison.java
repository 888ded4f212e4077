package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of one step of merging two sorted listings.
 *
 * @param end the key up to which both were compared
 * @param finished whether nothing is left on either side
 * @param different the keys to verify
 */
record BucketComparison(
        String end,
        boolean finished,
        long listed,
        long missing,
        long extra,
        long differing,
        List<ObjectKey> different) {

    /** Rows read for one step; if the platform's page has fewer objects, the next step reads on. */
    static final int MAX_ROWS = 2_000;

    /**
     * Compares a page of the platform with the rows after the same key, as far as both are known.
     *
     * @param maxRows maximum number of rows to read
     * @throws UnorderedListingException if the page is not sorted, or does not advance beyond {@code after}
     */
    static BucketComparison of(BucketId bucket, String after, ListedPage page, RowListing rows, int maxRows)
            throws UnorderedListingException {
        checkOrder(after, page);
        Optional<String> theirEnd = page.truncated() ? last(page.objects()) : Optional.empty();
        // Rows after the page would be read again with the next one.
        KeyRange covered = new KeyRange(KeyRange.behind(after).from(), theirEnd.map(KeyRange::next));
        List<PlatformObject> ours = rows.list(bucket, covered, maxRows);
        Optional<String> ourEnd = ours.size() < maxRows ? Optional.empty() : last(ours);
        Merge merge = new Merge(ourEnd.or(() -> theirEnd));
        merge.run(page.objects(), ours);
        return merge.result(after, theirEnd.isEmpty() && ourEnd.isEmpty());
    }

    private static void checkOrder(String after, ListedPage page) throws UnorderedListingException {
        String previous = after;
        for (PlatformObject each : page.objects()) {
            String key = each.key().value();
            if (!previous.isEmpty() && ObjectKey.compareUtf8(previous, key) >= 0) {
                throw new UnorderedListingException(previous, key);
            }
            previous = key;
        }
        if (page.truncated() && page.objects().isEmpty()) {
            throw new UnorderedListingException(after, "");
        }
    }

    private static Optional<String> last(List<PlatformObject> objects) {
        return Optional.of(objects.getLast().key().value());
    }

    /** Merges both lists up to and including the key {@code limit}; empty for all. */
    private static final class Merge {

        private final Optional<String> limit;
        private final List<ObjectKey> different = new ArrayList<>();
        private long listed;
        private long missing;
        private long extra;
        private long differing;

        Merge(Optional<String> limit) {
            this.limit = limit;
        }

        void run(List<PlatformObject> theirs, List<PlatformObject> ours) {
            int t = 0;
            int o = 0;
            while (isWithin(theirs, t) || isWithin(ours, o)) {
                int order = !isWithin(ours, o)
                        ? -1
                        : !isWithin(theirs, t)
                                ? 1
                                : theirs.get(t).key().compareTo(ours.get(o).key());
                if (order < 0) {
                    missing++;
                    different.add(theirs.get(t).key());
                } else if (order > 0) {
                    extra++;
                    different.add(ours.get(o).key());
                } else if (!theirs.get(t).agreesWith(ours.get(o))) {
                    differing++;
                    different.add(theirs.get(t).key());
                }
                listed += order <= 0 ? 1 : 0;
                t += order <= 0 ? 1 : 0;
                o += order >= 0 ? 1 : 0;
            }
        }

        private boolean isWithin(List<PlatformObject> objects, int index) {
            return index < objects.size()
                    && limit.filter(end -> ObjectKey.compareUtf8(
                                            objects.get(index).key().value(), end)
                                    > 0)
                            .isEmpty();
        }

        BucketComparison result(String after, boolean finished) {
            return new BucketComparison(
                    limit.orElse(after), finished, listed, missing, extra, differing, List.copyOf(different));
        }
    }
}
