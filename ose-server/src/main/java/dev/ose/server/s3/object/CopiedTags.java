package dev.ose.server.s3.object;

import dev.ose.adapter.Quirk;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;

/**
 * The tagging directive of a copy, on a platform where tags {@link Quirk#COPIED_TAGS_FOLLOW_METADATA follow the
 * metadata} directive. Other combinations are refused by name: setting the tags after the copy would leave it without
 * them after a failure in between.
 */
final class CopiedTags {

    private static final String TAGS = "x-amz-tagging";
    private static final String DIRECTIVE = "x-amz-tagging-directive";

    private final boolean isOverlooked;
    private final boolean areReplaced;
    private final boolean isMetadataReplaced;
    private final boolean areStated;

    /** Call on the I/O thread. */
    CopiedTags(OperationContext context) {
        this.isOverlooked = context.platform().has(Quirk.COPIED_TAGS_FOLLOW_METADATA);
        this.areReplaced = isReplace(context, DIRECTIVE);
        this.isMetadataReplaced = isReplace(context, "x-amz-metadata-directive");
        this.areStated = !header(context, TAGS).isEmpty();
    }

    /** Whether the copy is right only if its source has no tags. */
    boolean mustBeNone() {
        return isOverlooked && areReplaced != isMetadataReplaced;
    }

    /** Refuses new tags, which the platform would not set. */
    void requireNoNew() {
        if (isOverlooked && areReplaced && areStated) {
            throw refusal(TAGS);
        }
    }

    /** The refusal of a copy whose source has tags although it {@link #mustBeNone must not}. */
    static FailureException refusal() {
        return refusal(DIRECTIVE);
    }

    /**
     * Without the tags of the request, which have no effect if those of the source are copied, and which the platform
     * would store in an unreadable form.
     */
    void requireNoneIn(List<HeaderField> headers) {
        if (isOverlooked) {
            headers.removeIf(header -> header.name().equals(TAGS));
        }
    }

    private static boolean isReplace(OperationContext context, String directive) {
        return header(context, directive).equalsIgnoreCase("REPLACE");
    }

    private static String header(OperationContext context, String name) {
        return String.join(",", context.request().headerValues(name)).strip();
    }

    private static FailureException refusal(String header) {
        return new FailureException(
                new Failure.Unacceptable(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", header)));
    }
}
