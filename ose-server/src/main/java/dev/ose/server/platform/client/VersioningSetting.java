package dev.ose.server.platform.client;

import dev.ose.adapter.Capability;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.VersioningRequest;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import java.util.function.Supplier;

/**
 * Reads, with the key of the bucket's owner, whether versioning was ever enabled.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html">GetBucketVersioning</a>
 */
public final class VersioningSetting implements VersioningRequest {

    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_EVENTS = 1_000;

    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;

    /**
     * @param buffers lends a buffer; called on I/O threads
     */
    public VersioningSetting(PlatformDirectory platforms, PlatformClient questions, Supplier<PooledBuffer> buffers) {
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
    }

    @Override
    public boolean mayHaveVersions(BucketOwner owner) {
        Platform platform = platforms.get(owner.endpoint());
        if (!platform.offers(Capability.VERSIONING)) {
            return false;
        }
        byte[] setting = questions
                .askAndWait(
                        owner.question(platform, "GET", '/' + owner.bucket().value(), "versioning", "CheckVersioning"),
                        new RefusableDocument(platform, buffers, MAX_BYTES))
                .orElseThrow(() -> unreachable(platform));
        try {
            XmlReader xml = XmlReader.open(setting, MAX_BYTES, MAX_EVENTS);
            if (!xml.name().equals("VersioningConfiguration")) {
                throw unreachable(platform);
            }
            return !xml.textOf("Status").isBlank();
        } catch (MalformedXmlException e) {
            throw unreachable(platform);
        }
    }

    private static FailureException unreachable(Platform platform) {
        return new FailureException(new Failure.PlatformUnreachable(platform.name()));
    }
}
