package dev.ose.server.s3.object;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.relay.PlatformErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The completion of an upload of the node's own by the tags of the confirmed parts. A request with a part that was not
 * answered may be carried out after its repetition, and takes its place. The bytes are the same; the tag of an
 * encrypted part is not, so that the platform refuses the completion, and stores nothing. It is then sent again, with
 * the tags that the platform has now.
 */
final class SplitCompletion {

    /** As many as each part is sent at most. */
    private static final int MAX_ATTEMPTS = 5;

    private final DocumentRequest request;
    private final SplitRequests requests;
    private final UploadId upload;
    private final Set<PartNumber> replaceable;
    private List<ETag> tags;

    /**
     * @param tags those of all parts, from the first one on
     * @param replaceable parts whose tag may have changed, while their bytes cannot have
     */
    SplitCompletion(
            DocumentRequest request,
            SplitRequests requests,
            UploadId upload,
            List<ETag> tags,
            Set<PartNumber> replaceable) {
        this.request = request;
        this.requests = requests;
        this.upload = upload;
        this.tags = tags;
        this.replaceable = replaceable;
    }

    /**
     * Completes the upload. Blocks.
     *
     * @param check throws if the completion must not be sent now; called before each attempt
     */
    StoredResult send(Runnable check) {
        for (int attempt = 1; ; attempt++) {
            check.run();
            StoredResult result = StoredResult.of(request.send(() -> requests.completion(upload, tags)));
            if (attempt == MAX_ATTEMPTS || !isOtherPart(result) || !hasOtherTags()) {
                return result;
            }
        }
    }

    /** Whether the platform has another part than the completion named. */
    static boolean isOtherPart(StoredResult result) {
        return PlatformErrors.isCode(result.reply().body(), S3ErrorCode.INVALID_PART);
    }

    private boolean hasOtherTags() {
        List<ETag> present = new ArrayList<>(tags);
        for (PartNumber part : replaceable) {
            StoredPart.tag(request, upload, part).ifPresent(tag -> present.set(part.value() - 1, tag));
        }
        boolean areOther = !present.equals(tags);
        tags = present;
        return areOther;
    }

    /** The object's tag, in case the platform does not state it. */
    Optional<ETag> expectedTag() {
        return ETag.ofParts(tags);
    }
}
