package dev.ose.s3.form;

import dev.ose.s3.BucketName;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a form as its policy sees them: {@code ${filename}} is replaced, and the bucket is the one of the
 * request's address. A field {@code bucket} decides nothing: a policy that was signed for one bucket would otherwise
 * permit an upload to each bucket that its signer may write.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTForms.html">Form fields</a>
 */
public final class PostForm {

    private static final String FILE_NAME = "${filename}";
    private static final String BUCKET = "bucket";

    private final Map<String, String> fields = new TreeMap<>();

    /**
     * The fields of a form that was posted to a bucket.
     *
     * @throws S3ErrorException {@code AccessDenied} if the form names another bucket
     */
    public PostForm(FormHead head, BucketName bucket) {
        head.fields().forEach((name, value) -> fields.put(name, value.replace(FILE_NAME, head.fileName())));
        String stated = fields.put(BUCKET, bucket.value());
        if (stated != null && !stated.equals(bucket.value())) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.ACCESS_DENIED,
                    "Invalid according to Policy: the field 'bucket' names another bucket than the request"));
        }
        // These were signed as they are.
        for (String name : new String[] {"policy", "x-amz-signature", "signature"}) {
            fields.computeIfPresent(name, (same, value) -> head.fields().getOrDefault(same, value));
        }
    }

    /** The value of a field; null if it was not sent. */
    public @Nullable String field(String lowerCaseName) {
        return fields.get(lowerCaseName);
    }

    /** Lower-case name to value, in the order of the names. */
    public Map<String, String> fields() {
        return Collections.unmodifiableMap(fields);
    }

    /** Whether the form has a signature; without one it is anonymous. */
    public boolean isSigned() {
        return fields.containsKey("policy")
                || fields.containsKey("x-amz-signature")
                || fields.containsKey("x-amz-credential")
                || fields.containsKey("awsaccesskeyid");
    }
}
