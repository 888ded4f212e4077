package dev.ose.server.sync;

import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Queues each upload of a bucket that OSE knows or the platform lists for verification. A listing has no parts, and
 * uploads missing from it may have ended meanwhile, so it only triggers verifications.
 */
public final class UploadComparison {

    /** A thousand uploads each: a listing of more than a million uploads of one bucket is considered endless. */
    private static final int MAX_PAGES = 1_000;

    private final UploadListing platform;
    private final UploadQueue books;

    public UploadComparison(UploadListing platform, UploadQueue books) {
        this.platform = platform;
        this.books = books;
    }

    /**
     * Compares the uploads of a bucket. Blocks on database and platform.
     *
     * @param goesOn receives the number of uploads queued so far, page by page; returns false to stop
     * @throws FailureException {@code PlatformRefused} if the platform does not list uploads, or lists them without
     *     end: known uploads are queued nevertheless; anything else if it cannot answer now
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
            if (next.equals(after) || pages == MAX_PAGES) {
                throw new FailureException(new Failure.PlatformRefused("platform", "uploads without end"));
            }
            after = next;
        }
    }
}
