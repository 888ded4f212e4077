package dev.ose.server.platform.client;

import dev.ose.s3.PartNumber;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadProbe;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads an upload's parts by <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html">ListParts</a>
 * with the key of the bucket's owner.
 */
public final class S3UploadProbe implements UploadProbe {

    /** Ten times the pages of the largest upload at a thousand parts each; some platforms return fewer. */
    private static final int MOST_PAGES = 100;

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;

    /** @param buffers lends a buffer; called on I/O threads */
    public S3UploadProbe(
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformClient questions,
            Supplier<PooledBuffer> buffers) {
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
    }

    @Override
    public Optional<Map<PartNumber, Long>> parts(Upload upload) {
        // A deleted bucket has no uploads.
        return owners.find(upload.bucket()).flatMap(owner -> parts(owner, upload));
    }

    @Override
    public Object endpoint(BucketId bucket) {
        return owners.find(bucket).<Object>map(BucketOwner::endpoint).orElse(bucket);
    }

    private Optional<Map<PartNumber, Long>> parts(BucketOwner owner, Upload upload) {
        Map<PartNumber, Long> parts = new HashMap<>();
        @Nullable PartNumber last = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            Optional<PlatformAnswer.Parts> answer = ask(owner, upload, last);
            if (answer.isEmpty()) {
                return Optional.empty();
            }
            parts.putAll(answer.get().sizes());
            last = answer.get().last();
            if (last == null) {
                return Optional.of(parts);
            }
        }
        throw new FailureException(new Failure.PlatformRefused(platform(owner).name(), "parts without end"));
    }

    private Optional<PlatformAnswer.Parts> ask(BucketOwner owner, Upload upload, @Nullable PartNumber after) {
        Platform platform = platform(owner);
        String path = '/'
                + owner.bucket().value()
                + '/'
                + UriEncoding.encodePath(upload.key().value());
        String query = "max-parts=1000"
                + (after == null ? "" : "&part-number-marker=" + after.value())
                + "&uploadId="
                + UriEncoding.encodeQuery(upload.id().value());
        return questions
                .askAndWait(
                        owner.question(platform, "GET", path, query, "CheckUpload"),
                        new RefusableDocument(platform, buffers, PlatformAnswer.MAX_BYTES))
                .map(body -> read(platform, body));
    }

    private static PlatformAnswer.Parts read(Platform platform, byte[] body) {
        Failure nonsense = new Failure.PlatformUnreachable(platform.name());
        try {
            if (PlatformAnswer.read(body) instanceof PlatformAnswer.Parts parts) {
                return parts;
            }
            throw new FailureException(nonsense);
        } catch (MalformedXmlException e) {
            throw new FailureException(nonsense);
        }
    }

    private Platform platform(BucketOwner owner) {
        return platforms.get(owner.endpoint());
    }
}
