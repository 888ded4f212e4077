package dev.ose.s3.error;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * One refusal: its code, its message and the further elements of the document in their order. The elements are written
 * to the client as they are, so nothing secret belongs here.
 *
 * @param details element name to text; names are ASCII letters and digits, beginning with a letter
 */
public record S3Error(S3ErrorCode code, String message, SequencedMap<String, String> details) {

    public S3Error {
        for (String name : details.keySet()) {
            requireName(name);
        }
        details = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(details));
    }

    /** The error with the usual message of its code. */
    public static S3Error of(S3ErrorCode code) {
        return of(code, code.message());
    }

    /** The error with a message of its own. */
    public static S3Error of(S3ErrorCode code, String message) {
        return new S3Error(code, message, new LinkedHashMap<>());
    }

    /** {@code InvalidArgument} with the argument's name and the value that was refused. */
    public static S3Error invalidArgument(String message, String name, String value) {
        return of(S3ErrorCode.INVALID_ARGUMENT, message)
                .with("ArgumentName", name)
                .with("ArgumentValue", value);
    }

    /** {@code NoSuchBucket} for this bucket. */
    public static S3Error noSuchBucket(BucketName bucket) {
        return of(S3ErrorCode.NO_SUCH_BUCKET).with("BucketName", bucket.value());
    }

    /** {@code NoSuchKey} for this key. */
    public static S3Error noSuchKey(ObjectKey key) {
        return of(S3ErrorCode.NO_SUCH_KEY).with("Key", key.value());
    }

    /** This error with one more element, put last; a repeated name replaces the text in its place. */
    public S3Error with(String name, String text) {
        SequencedMap<String, String> more = new LinkedHashMap<>(details);
        more.put(name, text);
        return new S3Error(code, message, more);
    }

    /** The HTTP status of the code. */
    public int status() {
        return code.status();
    }

    private static void requireName(String name) {
        boolean valid = !name.isEmpty()
                && name.chars().allMatch(c -> c == '-' || (c < 0x80 && Character.isLetterOrDigit(c)))
                && Character.isLetter(name.charAt(0));
        if (!valid) {
            throw new IllegalArgumentException("not an element name");
        }
    }
}
