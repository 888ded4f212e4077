package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;

/**
 * What a deletion removes besides the named objects: parameters of VMware's product, which S3 lacks.
 *
 * @param isFolder whether the key names a folder, which is the object of this key with a slash at its end
 * @param isWhole whether everything below the folder is deleted, or in the bucket if no folder is named
 * @param versions whether all versions and delete markers are deleted for good, rather than hidden
 * @param isAsync whether the client would rather have a job than wait
 */
public record DeletionScope(boolean isFolder, boolean isWhole, boolean versions, boolean isAsync) {

    /** The named objects alone, as S3 deletes them. */
    public static final DeletionScope NAMED = new DeletionScope(false, false, false, false);

    /** Whether something else is deleted than S3 would delete; it would do what remains of the request alone. */
    public boolean isBeyondS3() {
        return isFolder || isWhole || versions;
    }

    /** Throws {@code NotImplemented} unless the named objects alone are deleted, for a service that is S3 itself. */
    public void requireNamed() {
        if (isBeyondS3()) {
            throw new S3ErrorException(
                    S3Error.of(S3ErrorCode.NOT_IMPLEMENTED, "Deletions of more than is named are not implemented"));
        }
    }
}
