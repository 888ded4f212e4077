package dev.ose.server.platform;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;

/**
 * Prevents keys with {@code .} and {@code ..} segments from addressing other keys or buckets if a server behind OSE
 * normalises paths.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html">Object keys</a>: relative
 *     segments are legal as long as, read from the left, they never outnumber the others
 */
public final class KeySafety {

    private KeySafety() {}

    /** Throws {@code InvalidURI} for a key that S3, or a platform that does not store keys exactly, would refuse. */
    public static void check(ObjectKey key, Platform platform) {
        if (!isSafe(key, platform)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_URI));
        }
    }

    /** Whether {@link #check} accepts the key; for keys in documents, which are refused one by one. */
    public static boolean isSafe(ObjectKey key, Platform platform) {
        return !key.hasDotSegment() || (platform.offers(Capability.EXACT_KEYS) && !climbsOut(key.value()));
    }

    private static boolean climbsOut(String key) {
        int depth = 0;
        for (String segment : key.split("/", -1)) {
            switch (segment) {
                case ".." -> depth--;
                case ".", "" -> {}
                default -> depth++;
            }
            if (depth < 0) {
                return true;
            }
        }
        return false;
    }
}
