package dev.ose.server.platform.client;

import dev.ose.s3.PartNumber;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.server.accounting.upload.PlatformUploads;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads an upload's parts by <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html">ListParts</a>
 * with the key of the bucket's owner, and aborts it by <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html">AbortMultipartUpload</a>.
 */
public final class S3UploadProbe implements PlatformUploads {

    /** Ten times the pages of the largest upload at a thousand parts each; some platforms return fewer. */
    private static final int MAX_PAGES = 100;

    private final BucketOwners owners;
    private final PlatformClient client;

    public S3UploadProbe(BucketOwners owners, PlatformClient client) {
        this.owners = owners;
        this.client = client;
    }

    @Override
    public Optional<Map<PartNumber, Long>> parts(Upload upload) {
        // A deleted bucket has no uploads.
        return owners.find(upload.bucket()).flatMap(owner -> parts(owner, upload));
    }

    @Override
    public void abort(Upload upload) {
        owners.find(upload.bucket()).ifPresent(owner -> client.abortUpload(owner, upload));
    }

    @Override
    public Object endpoint(BucketId bucket) {
        return owners.find(bucket).<Object>map(BucketOwner::endpoint).orElse(bucket);
    }

    private Optional<Map<PartNumber, Long>> parts(BucketOwner owner, Upload upload) {
        Map<PartNumber, Long> parts = new HashMap<>();
        @Nullable PartNumber last = null;
        for (int page = 0; page < MAX_PAGES; page++) {
            Optional<PlatformAnswer.Parts> answer = client.listParts(owner, upload, last);
            if (answer.isEmpty()) {
                return Optional.empty();
            }
            parts.putAll(answer.get().sizes());
            last = answer.get().last();
            if (last == null) {
                return Optional.of(parts);
            }
        }
        throw new FailureException(
                new Failure.PlatformRefused(client.platform(owner).name(), "parts without end"));
    }
}
