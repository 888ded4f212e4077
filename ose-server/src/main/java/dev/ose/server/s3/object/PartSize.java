package dev.ose.server.s3.object;

import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Queries the size of a part that was just stored, with the caller's key. */
final class PartSize {

    private PartSize() {}

    /** Continues with the size, or without one if the query fails: the part is stored in any case. */
    static void find(OperationContext context, UploadId upload, PartNumber part, Consumer<OptionalLong> next) {
        context.send(
                question(context, upload, part),
                response -> Relay.document(
                        context,
                        response,
                        body -> next.accept(size(response, body, part)),
                        unreadable -> next.accept(OptionalLong.empty())),
                unreachable -> next.accept(OptionalLong.empty()));
    }

    private static PlatformRequest question(OperationContext context, UploadId upload, PartNumber part) {
        return PlatformRequests.question(
                context,
                PlatformRequests.path(context),
                "max-parts=1&part-number-marker=" + (part.value() - 1) + "&uploadId="
                        + UriEncoding.encodeQuery(upload.value()),
                "ListParts");
    }

    private static OptionalLong size(PlatformResponse response, byte[] body, PartNumber part) {
        if (Relay.isError(response.status())) {
            return OptionalLong.empty();
        }
        return PlatformAnswer.find(PlatformAnswer.Parts.class, body)
                .map(parts -> parts.sizes().get(part))
                .stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }
}
