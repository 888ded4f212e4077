package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import dev.ose.server.bucket.BucketId;
import java.util.Map;
import java.util.Optional;

/** Asks the platform which parts it keeps. */
public interface UploadProbe {

    /**
     * The parts of the upload with their sizes; empty if the platform has no such upload any more, or no such bucket. Blocks for a
     * request to the platform for each thousand parts.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform does not tell, however often it is
     *     asked; anything else if it cannot tell now
     */
    Optional<Map<PartNumber, Long>> parts(Upload upload);

    /** Whom {@link #parts} asks about the bucket, the same for all buckets there. May block on the database. */
    Object endpoint(BucketId bucket);
}
