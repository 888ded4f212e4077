package dev.ose.adapter.embedded.store;

import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import org.jspecify.annotations.Nullable;

/** Checks the preconditions of writes. */
public final class WriteConditions {

    private WriteConditions() {}

    /**
     * Throws an {@link S3ErrorException} unless the conditions hold.
     *
     * @param current the ETag of the current object; null if there is none
     */
    public static void require(ConditionalHeaders conditions, ObjectKey key, @Nullable ETag current) {
        switch (conditions.evaluateWrite(current)) {
            case PROCEED -> {}
            case PRECONDITION_FAILED ->
                throw new S3ErrorException(S3Error.of(S3ErrorCode.PRECONDITION_FAILED)
                        .with("Condition", conditions.ifNoneMatch() == null ? "If-Match" : "If-None-Match"));
            case NO_SUCH_KEY -> throw new S3ErrorException(S3Error.noSuchKey(key));
            case NOT_IMPLEMENTED ->
                throw new S3ErrorException(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", "If-None-Match"));
        }
    }
}
