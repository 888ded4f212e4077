package dev.ose.server.s3.object;

import dev.ose.adapter.Quirk;
import dev.ose.s3.ByteRange;
import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.server.transfer.split.PartRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The requests of a multipart upload that stores one object. What describes the object goes with CreateMultipartUpload,
 * conditions with CompleteMultipartUpload, and the client's key for the encryption with all of them.
 */
final class SplitRequests {

    private static final Set<String> OF_EACH = Set.of("referer", "x-amz-request-payer");

    private static final Set<String> CUSTOMER_KEY = Set.of(
            "x-amz-server-side-encryption-customer-algorithm",
            "x-amz-server-side-encryption-customer-key",
            "x-amz-server-side-encryption-customer-key-md5");

    private static final Set<String> CONDITIONS = Set.of("if-match", "if-none-match");

    /** What may take the platform minutes. */
    private static final Set<String> PATIENT = Set.of("UploadPartCopy", "CompleteMultipartUpload");

    private static final String CHECKSUM = "x-amz-checksum-";
    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";

    private final OperationContext context;
    private final List<HeaderField> headers;
    private final List<HeaderField> description;

    /**
     * The requests of a PutObject.
     *
     * @param headers those of the PutObject for the platform, without the framing of its body
     */
    SplitRequests(OperationContext context, List<HeaderField> headers) {
        this(context, headers, List.of());
    }

    /**
     * The requests of a write to the object that the operation names. Throws {@code InvalidURI} if its key is not safe
     * on the platform.
     *
     * @param description further headers of the creation
     */
    SplitRequests(OperationContext context, List<HeaderField> headers, List<HeaderField> description) {
        if (context.operation() instanceof ObjectOperation onObject) {
            KeySafety.check(onObject.key(), context.platform());
        }
        this.context = context;
        this.headers = List.copyOf(headers);
        this.description = List.copyOf(description);
    }

    /** Whether an upload would keep the tags and the object lock that are stated here. */
    static boolean keepsTagsAndLocks(OperationContext context, List<HeaderField> headers) {
        return !context.platform().has(Quirk.UPLOAD_TAGS_AND_LOCKS_OVERLOOKED)
                || headers.stream()
                        .noneMatch(header -> header.name().equals("x-amz-tagging")
                                || header.name().startsWith("x-amz-object-lock-"));
    }

    /** Whether the completion, or all requests, have a header of this name. */
    static boolean isOfLaterRequests(String name) {
        return OF_EACH.contains(name) || CUSTOMER_KEY.contains(name) || CONDITIONS.contains(name);
    }

    /** Whether the request has conditions, which the platform has to decide at the completion. */
    static boolean areConditional(List<HeaderField> headers) {
        return headers.stream().anyMatch(header -> CONDITIONS.contains(header.name()));
    }

    PlatformRequest creation() {
        PlatformRequest plain = request(
                "CreateMultipartUpload",
                "POST",
                "uploads",
                name -> !CONDITIONS.contains(name) && !name.startsWith(CHECKSUM) && !name.equals(SDK_ALGORITHM),
                PlatformRequest.Content.NONE);
        return with(plain, description);
    }

    /** S3 demands a digest of each part in buckets with object lock. */
    PlatformRequest part(UploadId upload, PartRequests.Part part, BodySource source) {
        PlatformRequest sent = request(
                "UploadPart",
                "PUT",
                query(upload, part.number()),
                CUSTOMER_KEY::contains,
                new PlatformRequest.Content(
                        PayloadHash.Mode.UNSIGNED.wireValue(),
                        new PlatformRequestBody.Streamed(source, part.lengthBytes(), FlowGate.open())));
        return with(sent, List.of(new HeaderField("content-md5", part.contentMd5())));
    }

    /** @param source what names the source and its version */
    PlatformRequest copiedPart(UploadId upload, PartNumber part, ByteRange range, List<HeaderField> source) {
        PlatformRequest sent = request(
                "UploadPartCopy", "PUT", query(upload, part), CUSTOMER_KEY::contains, PlatformRequest.Content.NONE);
        return with(with(sent, source), List.of(new HeaderField("x-amz-copy-source-range", range.headerValue())));
    }

    PlatformRequest completion(UploadId upload, List<ETag> tags) {
        return request(
                "CompleteMultipartUpload",
                "POST",
                query(upload),
                name -> CUSTOMER_KEY.contains(name) || CONDITIONS.contains(name),
                PlatformRequest.Content.of(CompleteMultipartUploadRequest.document(tags)));
    }

    PlatformRequest abortion(UploadId upload) {
        return request("AbortMultipartUpload", "DELETE", query(upload), name -> false, PlatformRequest.Content.NONE);
    }

    /** What the platform has by the key now. */
    PlatformRequest head() {
        return request("HeadObject", "HEAD", "", CUSTOMER_KEY::contains, PlatformRequest.Content.NONE);
    }

    private static PlatformRequest with(PlatformRequest request, List<HeaderField> further) {
        List<HeaderField> all = new ArrayList<>(request.headers());
        all.addAll(further);
        return request.withHeaders(all);
    }

    private static String query(UploadId upload, PartNumber part) {
        return "partNumber=" + part.value() + '&' + query(upload);
    }

    private static String query(UploadId upload) {
        return "uploadId=" + UriEncoding.encodeQuery(upload.value());
    }

    private PlatformRequest request(
            String operation, String method, String query, Predicate<String> passed, PlatformRequest.Content content) {
        List<HeaderField> chosen = headers.stream()
                .filter(header -> OF_EACH.contains(header.name()) || passed.test(header.name()))
                .toList();
        return new PlatformRequest(
                new PlatformRequest.Sender(context.platform(), context.payer(), context.platformKey()),
                new PlatformRequest.Head(method, PlatformRequests.path(context), query, chosen),
                content,
                operation,
                PATIENT.contains(operation));
    }
}
