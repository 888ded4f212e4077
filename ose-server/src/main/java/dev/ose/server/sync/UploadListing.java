package dev.ose.server.sync;

import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks platforms which multipart uploads a bucket has under way. */
@FunctionalInterface
public interface UploadListing {

    /**
     * The uploads behind {@code after}, some thousand at most; empty if the bucket is gone. Blocks for one request to the platform.
     *
     * @param after null to list from the start
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform does not tell, however often it is
     *     asked; anything else if it cannot tell now
     */
    Optional<Page> list(BucketId bucket, @Nullable Position after);

    /**
     * Part of a listing.
     *
     * @param next where to go on; null at the end
     */
    record Page(List<Upload> uploads, @Nullable Position next) {

        public Page {
            uploads = List.copyOf(uploads);
        }
    }

    /** Behind an upload, in the platform's words. */
    record Position(String key, String uploadId) {}
}
