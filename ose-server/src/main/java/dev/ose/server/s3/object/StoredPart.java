package dev.ose.server.s3.object;

import dev.ose.s3.ETag;
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
import java.util.Optional;
import java.util.OptionalLong;

/** Queries what the platform has of a part that was stored, with the caller's key. */
final class StoredPart {

    private StoredPart() {}

    /** The size, or none if the query fails: the part is stored in any case. Blocks. */
    static OptionalLong size(DocumentRequest request, UploadId upload, PartNumber part) {
        return find(request, upload, part).map(parts -> parts.sizes().get(part)).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** The tag, or none if the query fails or does not state it. Blocks. */
    static Optional<ETag> tag(DocumentRequest request, UploadId upload, PartNumber part) {
        return find(request, upload, part).map(parts -> parts.tags().get(part));
    }

    private static Optional<PlatformAnswer.Parts> find(DocumentRequest request, UploadId upload, PartNumber part) {
        try {
            PlatformReply reply = request.send(() -> question(request.context(), upload, part));
            return reply.isError() ? Optional.empty() : PlatformAnswer.find(PlatformAnswer.Parts.class, reply.body());
        } catch (FailureException unanswered) {
            return Optional.empty();
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
}
