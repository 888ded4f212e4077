package dev.ose.server.s3.object;

import dev.ose.adapter.Quirk;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;
import java.util.Optional;

/**
 * The tagging directive of a copy, on a platform where tags {@link Quirk#COPIED_TAGS_FOLLOW_METADATA follow the
 * metadata} directive. Other combinations are refused by name: setting the tags after the copy would leave it without
 * them after a failure in between.
 */
final class CopiedTags {

    private static final String TAGS = "x-amz-tagging";
    private static final String DIRECTIVE = "x-amz-tagging-directive";

    private final OperationContext context;
    private final boolean isOverlooked;

    CopiedTags(OperationContext context) {
        this.context = context;
        this.isOverlooked = context.platform().has(Quirk.COPIED_TAGS_FOLLOW_METADATA);
    }

    /** Whether the copy is right only if its source has no tags. */
    boolean mustBeNone() {
        return isOverlooked && areReplaced() != isReplace("x-amz-metadata-directive");
    }

    /** The refusal of new tags, which the platform would not set. */
    Optional<Failure> refusalOfNew() {
        boolean areNew = isOverlooked && areReplaced() && !header(TAGS).isEmpty();
        return areNew ? Optional.of(refusal(TAGS)) : Optional.empty();
    }

    /** The refusal of a copy whose source has tags although it {@link #mustBeNone must not}. */
    static Failure refusal() {
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

    private boolean areReplaced() {
        return isReplace(DIRECTIVE);
    }

    private boolean isReplace(String directive) {
        return header(directive).equalsIgnoreCase("REPLACE");
    }

    private String header(String name) {
        return String.join(",", context.exchange().requestHeaders(name)).strip();
    }

    private static Failure refusal(String header) {
        return new Failure.Unacceptable(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", header));
    }
}
