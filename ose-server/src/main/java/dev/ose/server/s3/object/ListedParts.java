package dev.ose.server.s3.object;

import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Queries the sizes of an upload's parts with the caller's key.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html">ListParts</a>
 */
final class ListedParts {

    /** Ten times the pages of the largest upload at a thousand parts each; some platforms return fewer. */
    private static final int MAX_PAGES = 100;

    private ListedParts() {}

    /**
     * All parts and their sizes, or nothing if the caller must not list them. If there is no such upload, or the
     * platform has trouble, the request ends so. Blocks.
     */
    static Optional<Map<PartNumber, Long>> find(DocumentRequest request, UploadId upload) {
        Map<PartNumber, Long> sizes = new HashMap<>();
        PartNumber last = null;
        for (int pages = 1; pages <= MAX_PAGES; pages++) {
            PartNumber after = last;
            PlatformReply reply = request.send(() -> question(request.context(), upload, after));
            if (reply.status() == S3ErrorCode.ACCESS_DENIED.status()) {
                return Optional.empty();
            }
            Optional<PlatformAnswer.Parts> page = PlatformAnswer.find(PlatformAnswer.Parts.class, reply.bodyOrRefuse());
            if (page.isEmpty()) {
                break;
            }
            sizes.putAll(page.get().sizes());
            last = page.get().last();
            if (last == null) {
                return Optional.of(sizes);
            }
        }
        throw new FailureException(
                new Failure.PlatformUnreachable(request.context().platform().name()));
    }

    private static PlatformRequest question(OperationContext context, UploadId upload, @Nullable PartNumber after) {
        String query = "max-parts=1000"
                + (after == null ? "" : "&part-number-marker=" + after.value())
                + "&uploadId="
                + UriEncoding.encodeQuery(upload.value());
        return PlatformRequests.question(context, PlatformRequests.path(context), query, "ListParts");
    }
}
