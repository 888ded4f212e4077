package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import dev.ose.server.bucket.BucketId;
import java.util.Map;
import java.util.Optional;

/** Reads from the platform which parts an upload has. */
public interface UploadProbe {

    /**
     * The parts of the upload with their sizes; empty if the platform has no such upload or bucket. Blocks for a
     * request to the platform for each thousand parts.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform refuses
     *     permanently; anything else if it cannot answer now
     */
    Optional<Map<PartNumber, Long>> parts(Upload upload);

    /** The endpoint that serves the bucket; a hung endpoint affects all its buckets. May block on the database. */
    Object endpoint(BucketId bucket);
}
