package dev.ose.server.s3.object;

import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.util.OptionalLong;

/** Queries the size of a part that was just stored, with the caller's key. */
final class PartSize {

    private PartSize() {}

    /** The size, or none if the query fails: the part is stored in any case. Blocks. */
    static OptionalLong find(DocumentRequest request, UploadId upload, PartNumber part) {
        try {
            return size(request.send(() -> question(request.context(), upload, part)), part);
        } catch (FailureException unanswered) {
            return OptionalLong.empty();
        }
    }

    private static PlatformRequest question(OperationContext context, UploadId upload, PartNumber part) {
        return PlatformRequests.question(
                context,
                PlatformRequests.path(context),
                "max-parts=1&part-number-marker=" + (part.value() - 1) + "&uploadId="
                        + UriEncoding.encodeQuery(upload.value()),
                "ListParts");
    }

    private static OptionalLong size(PlatformReply reply, PartNumber part) {
        if (reply.isError()) {
            return OptionalLong.empty();
        }
        return PlatformAnswer.find(PlatformAnswer.Parts.class, reply.body())
                .map(parts -> parts.sizes().get(part))
                .stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }
}
