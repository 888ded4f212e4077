package dev.ose.server.sync;

import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Has the platform asked for the parts of each upload of a bucket that OSE knows or the platform lists. A listing does not tell
 * parts, and uploads that it no longer has may have ended meanwhile: so it only says where to look.
 */
public final class UploadComparison {

    /** A thousand uploads each: more than a million of one bucket are nothing that ends. */
    private static final int MOST_PAGES = 1_000;

    private final UploadListing platform;
    private final UploadQueue books;

    public UploadComparison(UploadListing platform, UploadQueue books) {
        this.platform = platform;
        this.books = books;
    }

    /**
     * Compares a bucket. Blocks on database and platform.
     *
     * @param goesOn is told how many uploads are asked for so far, page by page; false breaks it off
     * @throws FailureException {@code PlatformRefused} if the platform does not list uploads or without end: those that are known
     *     are asked for nevertheless; anything else if it cannot tell now
     */
    void compare(BucketId bucket, LongPredicate goesOn) {
        long asked = books.askFor(bucket);
        UploadListing.@Nullable Position after = null;
        for (int pages = 0; goesOn.test(asked); pages++) {
            Optional<UploadListing.Page> page = platform.list(bucket, after);
            if (page.isEmpty()) {
                return;
            }
            asked += books.adopt(page.get().uploads());
            UploadListing.@Nullable Position next = page.get().next();
            if (next == null) {
                boolean ignored = goesOn.test(asked);
                assert ignored || !ignored;
                return;
            }
            if (next.equals(after) || pages == MOST_PAGES) {
                throw new FailureException(new Failure.PlatformRefused("platform", "uploads without end"));
            }
            after = next;
        }
    }
}
