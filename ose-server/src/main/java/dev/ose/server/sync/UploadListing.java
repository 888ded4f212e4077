package dev.ose.server.sync;

import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists the multipart uploads of a bucket on its platform. */
@FunctionalInterface
public interface UploadListing {

    /**
     * The uploads after {@code after}, a few thousand at most; empty if the bucket does not exist. Blocks for one
     * request to the platform.
     *
     * @param after null to list from the start
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform refuses
     *     permanently; anything else if it cannot answer now
     */
    Optional<Page> list(BucketId bucket, @Nullable Position after);

    /**
     * A page of the listing.
     *
     * @param next where to continue; null at the end
     */
    record Page(List<Upload> uploads, @Nullable Position next) {

        public Page {
            uploads = List.copyOf(uploads);
        }
    }

    /** The key marker and upload id marker of the platform. */
    record Position(String key, String uploadId) {}
}
