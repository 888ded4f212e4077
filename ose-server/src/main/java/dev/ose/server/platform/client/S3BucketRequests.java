package dev.ose.server.platform.client;

import dev.ose.s3.checksum.Digester;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.settings.OwnerBucketRequests;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.WholeResponse;
import java.util.Base64;
import java.util.List;

/** {@link OwnerBucketRequests} over the transport of all requests, accounted to the owner's tenant. Thread-safe. */
public final class S3BucketRequests implements OwnerBucketRequests {

    private static final HeaderField LOCKED = new HeaderField("x-amz-bucket-object-lock-enabled", "true");

    private final PlatformDirectory platforms;
    private final BlockingTransport transport;

    public S3BucketRequests(PlatformDirectory platforms, BlockingTransport transport) {
        this.platforms = platforms;
        this.transport = transport;
    }

    @Override
    public WholeResponse create(Site site, boolean hasObjectLock, byte[] document) {
        PlatformRequest.Content content =
                document.length == 0 ? PlatformRequest.Content.NONE : PlatformRequest.Content.of(document);
        return send(site, line(site, "PUT", "", hasObjectLock ? List.of(LOCKED) : List.of()), content, "CreateBucket");
    }

    @Override
    public WholeResponse head(Site site) {
        return send(site, line(site, "HEAD", "", List.of()), PlatformRequest.Content.NONE, "HeadBucket");
    }

    @Override
    public WholeResponse put(Site site, BucketSubresource.Action setting, byte[] document) {
        HeaderField digest = new HeaderField(
                "content-md5", Base64.getEncoder().encodeToString(Digester.md5().digest(document)));
        return send(
                site,
                line(site, setting.method().name(), setting.selector(), List.of(digest)),
                PlatformRequest.Content.of(document),
                setting.actionName());
    }

    @Override
    public WholeResponse delete(Site site) {
        return send(site, line(site, "DELETE", "", List.of()), PlatformRequest.Content.NONE, "DeleteBucket");
    }

    private static PlatformRequest.Head line(Site site, String method, String query, List<HeaderField> headers) {
        return new PlatformRequest.Head(method, '/' + site.bucket().value(), query, headers);
    }

    private WholeResponse send(
            Site site, PlatformRequest.Head head, PlatformRequest.Content content, String operation) {
        PlatformRequest.Sender sender =
                new PlatformRequest.Sender(platforms.get(site.endpoint()), site.tenant(), site.key());
        return transport.send(new PlatformRequest(sender, head, content, operation, false), PlatformAnswer.MAX_BYTES);
    }
}
