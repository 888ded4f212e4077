package dev.ose.server.s3.object;

import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Queries the sizes of an upload's parts with the caller's key. Confined to the I/O thread of the request.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html">ListParts</a>
 */
final class ListedParts {

    /** Ten times the pages of the largest upload at a thousand parts each; some platforms return fewer. */
    private static final int MOST_PAGES = 100;

    private final OperationContext context;
    private final UploadId upload;
    private final Consumer<Optional<Map<PartNumber, Long>>> next;
    private final Map<PartNumber, Long> sizes = new HashMap<>();
    private int pages;

    private ListedParts(OperationContext context, UploadId upload, Consumer<Optional<Map<PartNumber, Long>>> next) {
        this.context = context;
        this.upload = upload;
        this.next = next;
    }

    /**
     * Goes on with all parts and their sizes, or with nothing if the caller must not list them. If there is no such
     * upload, or the platform has trouble, the request is answered so.
     */
    static void find(OperationContext context, UploadId upload, Consumer<Optional<Map<PartNumber, Long>>> next) {
        new ListedParts(context, upload, next).ask(null);
    }

    private void ask(@Nullable PartNumber after) {
        pages++;
        String query = "max-parts=1000"
                + (after == null ? "" : "&part-number-marker=" + after.value())
                + "&uploadId="
                + UriEncoding.encodeQuery(upload.value());
        context.send(
                PlatformRequests.question(context, PlatformRequests.path(context), query, "ListParts"), this::answered);
    }

    private void answered(PlatformResponse response) {
        if (response.status() == S3ErrorCode.ACCESS_DENIED.status()) {
            Relay.document(context, response, _ -> next.accept(Optional.empty()));
        } else if (Relay.isError(response.status())) {
            Relay.error(context, response);
        } else {
            Relay.document(context, response, this::read);
        }
    }

    private void read(byte[] body) {
        Optional<PlatformAnswer.Parts> page = PlatformAnswer.find(PlatformAnswer.Parts.class, body);
        if (page.isEmpty() || pages == MOST_PAGES) {
            context.fail(new Failure.PlatformUnreachable(context.platform().name()));
            return;
        }
        sizes.putAll(page.get().sizes());
        PartNumber last = page.get().last();
        if (last == null) {
            next.accept(Optional.of(sizes));
        } else {
            ask(last);
        }
    }
}
