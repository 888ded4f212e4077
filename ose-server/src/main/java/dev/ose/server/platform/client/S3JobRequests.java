package dev.ose.server.platform.client;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.job.JobRequests;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.WholeResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link JobRequests} over the transport of all requests, accounted to the user's tenant. Thread-safe. */
public final class S3JobRequests implements JobRequests {

    private final PlatformDirectory platforms;
    private final BlockingTransport transport;

    public S3JobRequests(PlatformDirectory platforms, BlockingTransport transport) {
        this.platforms = platforms;
        this.transport = transport;
    }

    @Override
    public Optional<ListingAnswer> listObjects(Actor actor, String prefix, String after, int limit) {
        // Version 1 continues from a key; the token of version 2 may not survive a restart.
        String query =
                "encoding-type=url" + parameter("marker", after) + "&max-keys=" + limit + parameter("prefix", prefix);
        return list(actor, "ListObjects", query, ListingAnswer::read);
    }

    @Override
    public Optional<VersionsAnswer> listVersions(
            Actor actor, String prefix, VersionsAnswer.@Nullable Marker after, int limit) {
        String query = "versions&encoding-type=url" + (after == null ? "" : VersionEntries.behind(after)) + "&max-keys="
                + limit + parameter("prefix", prefix);
        return list(actor, "ListObjectVersions", query, VersionsAnswer::read);
    }

    @Override
    public Optional<UploadsAnswer> listUploads(Actor actor, UploadsAnswer.@Nullable Marker after) {
        String query = "uploads&encoding-type=url"
                + (after == null ? "" : parameter("key-marker", after.key()))
                + "&max-uploads=1000"
                + (after == null ? "" : parameter("upload-id-marker", after.uploadId()));
        return list(actor, "ListMultipartUploads", query, UploadsAnswer::read);
    }

    private static String parameter(String name, String value) {
        return value.isEmpty() ? "" : '&' + name + '=' + UriEncoding.encodeQuery(value);
    }

    private <T> Optional<T> list(Actor actor, String operation, String query, Function<byte[], T> reader) {
        PlatformRequest request = request(
                actor, new Target("GET", bucket(actor), query, operation), List.of(), PlatformRequest.Content.NONE);
        return PlatformClient.found(transport.send(request, PlatformAnswer.MAX_BYTES))
                .map(answer -> PlatformClient.parse(answer, reader));
    }

    @Override
    public WholeResponse delete(Actor actor, DeleteRequest request) {
        byte[] document = request.toBytes();
        String digest = Base64.getEncoder().encodeToString(Digester.md5().digest(document));
        return send(request(
                actor,
                new Target("POST", bucket(actor), "delete", "DeleteObjects"),
                List.of(new HeaderField("content-md5", digest)),
                PlatformRequest.Content.of(document)));
    }

    @Override
    public WholeResponse copy(Actor actor, CopySource source, @Nullable ETag ifMatch, ObjectKey target) {
        List<HeaderField> headers = new ArrayList<>();
        headers.add(new HeaderField("x-amz-copy-source", source.headerValue()));
        if (ifMatch != null) {
            headers.add(new HeaderField("x-amz-copy-source-if-match", ifMatch.quoted()));
        }
        return send(request(
                actor,
                new Target("PUT", path(actor, target), "", "CopyObject"),
                headers,
                PlatformRequest.Content.NONE));
    }

    @Override
    public WholeResponse abort(Actor actor, ObjectKey key, UploadId upload) {
        String query = "uploadId=" + UriEncoding.encodeQuery(upload.value());
        return send(request(
                actor,
                new Target("DELETE", path(actor, key), query, "AbortMultipartUpload"),
                List.of(),
                PlatformRequest.Content.NONE));
    }

    private WholeResponse send(PlatformRequest request) {
        return transport.send(request, PlatformAnswer.MAX_BYTES);
    }

    /** The target of a request. */
    private record Target(String method, String path, String query, String operation) {

        /** Whether the platform may take minutes. */
        boolean isSlow() {
            return operation.equals("CopyObject");
        }
    }

    private PlatformRequest request(
            Actor actor, Target target, List<HeaderField> headers, PlatformRequest.Content content) {
        List<HeaderField> all = new ArrayList<>(headers);
        if (!actor.vouched().isEmpty()) {
            all.add(new HeaderField("referer", actor.vouched()));
        }
        return new PlatformRequest(
                new PlatformRequest.Sender(
                        platforms.get(actor.bucket().endpoint()),
                        actor.user().tenant(),
                        actor.user().keyFor(actor.bucket().platform())),
                new PlatformRequest.Head(target.method(), target.path(), target.query(), all),
                content,
                target.operation(),
                target.isSlow());
    }

    private static String bucket(Actor actor) {
        return '/' + actor.bucket().name().value();
    }

    private static String path(Actor actor, ObjectKey key) {
        return bucket(actor) + '/' + UriEncoding.encodePath(key.value());
    }
}
