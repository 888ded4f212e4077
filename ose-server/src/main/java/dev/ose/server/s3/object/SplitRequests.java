package dev.ose.server.s3.object;

import dev.ose.s3.ETag;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
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
 * The requests of a multipart upload that stores the body of one PutObject. What describes the object goes with
 * CreateMultipartUpload, conditions with CompleteMultipartUpload, and the client's key for the encryption with all of
 * them.
 */
final class SplitRequests {

    private static final Set<String> OF_EACH = Set.of("referer", "x-amz-request-payer");

    private static final Set<String> CUSTOMER_KEY = Set.of(
            "x-amz-server-side-encryption-customer-algorithm",
            "x-amz-server-side-encryption-customer-key",
            "x-amz-server-side-encryption-customer-key-md5");

    private static final Set<String> CONDITIONS = Set.of("if-match", "if-none-match");

    private static final String CHECKSUM = "x-amz-checksum-";
    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";

    private final OperationContext context;
    private final List<HeaderField> headers;

    /** @param headers those of the PutObject for the platform, without the framing of its body */
    SplitRequests(OperationContext context, List<HeaderField> headers) {
        this.context = context;
        this.headers = List.copyOf(headers);
    }

    /** Whether the request has conditions, which the platform has to decide at the completion. */
    static boolean areConditional(List<HeaderField> headers) {
        return headers.stream().anyMatch(header -> CONDITIONS.contains(header.name()));
    }

    PlatformRequest creation() {
        return request(
                "CreateMultipartUpload",
                "POST",
                "uploads",
                name -> !CONDITIONS.contains(name) && !name.startsWith(CHECKSUM) && !name.equals(SDK_ALGORITHM),
                PlatformRequest.Content.NONE);
    }

    /** S3 demands a digest of each part in buckets with object lock. */
    PlatformRequest part(UploadId upload, PartRequests.Part part, BodySource source) {
        PlatformRequest sent = request(
                "UploadPart",
                "PUT",
                "partNumber=" + part.number().value() + '&' + query(upload),
                CUSTOMER_KEY::contains,
                new PlatformRequest.Content(
                        PayloadHash.Mode.UNSIGNED.wireValue(),
                        new PlatformRequestBody.Streamed(source, part.lengthBytes(), FlowGate.open())));
        List<HeaderField> digested = new ArrayList<>(sent.headers());
        digested.add(new HeaderField("content-md5", part.contentMd5()));
        return sent.withHeaders(digested);
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
                operation.equals("CompleteMultipartUpload"));
    }
}
