package dev.ose.adapter.embedded.http;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.SharedAccess;
import java.nio.charset.StandardCharsets;

/** Validates new bucket policies. */
final class BucketPolicyDocument {

    private static final PlatformPrincipals PRINCIPALS = new PlatformPrincipals();

    private BucketPolicyDocument() {}

    /** The document to store; {@code MalformedPolicy} if it cannot be evaluated. */
    static String read(byte[] body) {
        String document = new String(body, StandardCharsets.UTF_8);
        try {
            for (String name : SharedAccess.readNew(document).names()) {
                if (!PRINCIPALS.isOne(name)) {
                    throw malformed("Invalid principal in policy");
                }
            }
            return document;
        } catch (MalformedPolicyException e) {
            throw malformed(e.reason());
        }
    }

    private static S3ErrorException malformed(String why) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_POLICY, why));
    }
}
