package dev.ose.server.platform.client;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.logging.LogUpload;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.WholeResponse;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Uploads objects of access logs by PutObject. Blocks. */
public final class S3LogUpload implements LogUpload {

    private static final int SUCCESS = 200;
    private static final int REFUSAL_BYTES = 64 * 1024;

    private final PlatformDirectory platforms;
    private final BlockingTransport transport;
    private final Clock clock;

    public S3LogUpload(PlatformDirectory platforms, BlockingTransport transport, Clock clock) {
        this.platforms = platforms;
        this.transport = transport;
        this.clock = clock;
    }

    @Override
    public WriteOutcome put(BucketOwner owner, ObjectKey key, byte[] content) {
        try {
            WholeResponse answer = transport.send(request(owner, key, content), REFUSAL_BYTES);
            return answer.status() == SUCCESS
                    ? stored(answer, owner, content.length)
                    : WriteOutcome.ofError(answer.status());
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.Busy) {
                throw e;
            }
            // Others, such as time that is up, leave open whether the platform has the object.
            return new WriteOutcome.Unknown();
        }
    }

    private PlatformRequest request(BucketOwner owner, ObjectKey key, byte[] content) {
        List<HeaderField> headers = new ArrayList<>(owner.vouching());
        headers.add(new HeaderField("content-type", "text/plain"));
        // Buckets with a default retention want it.
        headers.add(new HeaderField(
                "content-md5", Base64.getEncoder().encodeToString(Digester.md5().digest(content))));
        return new PlatformRequest(
                new PlatformRequest.Sender(platforms.get(owner.endpoint()), null, owner.key()),
                new PlatformRequest.Head(
                        "PUT", '/' + owner.bucket().value() + '/' + UriEncoding.encodePath(key.value()), "", headers),
                PlatformRequest.Content.of(content),
                Purpose.DELIVER_ACCESS_LOG.operation(),
                false);
    }

    private WriteOutcome stored(WholeResponse answer, BucketOwner owner, long sizeBytes) {
        return answer.header("etag")
                .flatMap(ETag::parse)
                .map(tag -> new ObjectFacts(
                        sizeBytes,
                        tag.value(),
                        clock.instant().truncatedTo(ChronoUnit.SECONDS),
                        answer.header("x-amz-version-id").orElse(null)))
                .map(facts -> WriteOutcome.ofUpload(facts, owner.mayHaveVersions()))
                .orElseGet(WriteOutcome.Changed::new);
    }
}
