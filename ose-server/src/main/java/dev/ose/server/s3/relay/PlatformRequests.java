package dev.ose.server.s3.relay;

import dev.ose.adapter.PlatformKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.platform.Platform;
import dev.ose.server.transfer.PlatformRequest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the request to a platform from the typed operation: nothing of the client's request is passed on unparsed. */
public final class PlatformRequests {

    private PlatformRequests() {}

    /** The operation as the client sent it, without a body. */
    public static PlatformRequest withoutBody(OperationContext context) {
        return request(context, context.headersForPlatform(), PlatformRequest.Content.NONE, false);
    }

    /** The operation with these parameters, percent-encoded, and without a body. */
    public static PlatformRequest withQuery(OperationContext context, String query) {
        return request(context, query, context.headersForPlatform(), PlatformRequest.Content.NONE, false);
    }

    /** The operation with a body that was read and verified. */
    public static PlatformRequest withBody(OperationContext context, byte[] body, boolean patient) {
        if (context.isBodyOurs() || isSummedUpUnknownTo(context)) {
            return withDocument(context, body, patient);
        }
        return request(context, context.headersForPlatform(), PlatformRequest.Content.of(body), patient);
    }

    /** Whether the document has a checksum that the node verified and the platform does not support. */
    private static boolean isSummedUpUnknownTo(OperationContext context) {
        if (context.operation() instanceof ObjectOperation.CompleteMultipartUpload) {
            return false;
        }
        StatedChecksum stated = BodyChecksum.stated(context.request());
        return stated != null && !BodyChecksum.isVerifiedBy(context.platform(), stated.algorithm());
    }

    /** The operation with a document of OSE and its digest; the client's digests have been verified. */
    public static PlatformRequest withDocument(OperationContext context, byte[] document) {
        return withDocument(context, document, false);
    }

    private static PlatformRequest withDocument(OperationContext context, byte[] document, boolean patient) {
        List<HeaderField> headers = context.headersForPlatform();
        boolean isDigested = headers.removeIf(header -> header.name().equals("content-md5")
                || StatedChecksum.isStatedBy(header.name())
                || header.name().equals("x-amz-sdk-checksum-algorithm"));
        if (isDigested) {
            // Only if the client sent one: otherwise the platform decides whether it requires one.
            headers.add(contentMd5(document));
        }
        return request(context, headers, PlatformRequest.Content.of(document), patient);
    }

    private static HeaderField contentMd5(byte[] document) {
        return new HeaderField(
                "content-md5", Base64.getEncoder().encodeToString(Digester.md5().digest(document)));
    }

    /** A further request with the caller's key. */
    public static PlatformRequest question(OperationContext context, String path, String query, String operation) {
        return question(context, context.platformKey(), path, query, operation).withHeaders(context.vouching());
    }

    /** A further request about the bucket with its owner's key, accounted to the caller. */
    public static PlatformRequest question(
            OperationContext context, BucketOwner owner, String path, String query, String operation) {
        return question(context, owner.key(), path, query, operation).withHeaders(owner.vouching());
    }

    private static PlatformRequest question(
            OperationContext context, @Nullable PlatformKey key, String path, String query, String operation) {
        return new PlatformRequest(
                new PlatformRequest.Sender(context.platform(), context.payer(), key),
                new PlatformRequest.Head("GET", path, query, List.of()),
                PlatformRequest.Content.NONE,
                operation,
                false);
    }

    /** Replaces another setting of the operation's bucket, with the caller's key. */
    public static PlatformRequest put(OperationContext context, BucketSubresource.Action action, byte[] document) {
        return ofSetting(context, action, List.of(contentMd5(document)), PlatformRequest.Content.of(document));
    }

    /** Deletes another setting of the operation's bucket, with the caller's key. */
    public static PlatformRequest delete(OperationContext context, BucketSubresource.Action action) {
        return ofSetting(context, action, List.of(), PlatformRequest.Content.NONE);
    }

    private static PlatformRequest ofSetting(
            OperationContext context,
            BucketSubresource.Action action,
            List<HeaderField> headers,
            PlatformRequest.Content content) {
        List<HeaderField> vouched = new ArrayList<>(headers);
        vouched.addAll(context.vouching());
        return new PlatformRequest(
                new PlatformRequest.Sender(context.platform(), context.payer(), context.platformKey()),
                new PlatformRequest.Head(action.method().name(), path(context), action.selector(), vouched),
                content,
                action.actionName(),
                false);
    }

    /**
     * The operation with these headers. A signed payload hash is kept for a streamed body: the platform verifies it, so
     * the node need not hash.
     */
    public static PlatformRequest request(
            OperationContext context, List<HeaderField> headers, PlatformRequest.Content content, boolean patient) {
        return request(context, QueryPolicy.toPlatform(context.query()), headers, content, patient);
    }

    private static PlatformRequest request(
            OperationContext context,
            String query,
            List<HeaderField> headers,
            PlatformRequest.Content content,
            boolean patient) {
        Platform platform = context.platform();
        if (context.operation() instanceof ObjectOperation onObject) {
            KeySafety.check(onObject.key(), platform);
        }
        return new PlatformRequest(
                new PlatformRequest.Sender(platform, context.payer(), context.platformKey()),
                new PlatformRequest.Head(method(context), path(context), query, headers),
                content,
                context.operation().name(),
                patient);
    }

    /** An upload is a PUT to the platform, even if it came as a form. */
    private static String method(OperationContext context) {
        return context.operation() instanceof ObjectOperation.PutObject
                ? "PUT"
                : context.exchange().method();
    }

    public static String path(OperationContext context) {
        return switch (context.operation()) {
            case ServiceOperation _ -> "/";
            case BucketOperation onBucket -> '/' + context.bucketOnPlatform(onBucket.bucket());
            case ObjectOperation onObject ->
                '/'
                        + context.bucketOnPlatform(onObject.bucket())
                        + '/'
                        + UriEncoding.encodePath(onObject.key().value());
        };
    }
}
