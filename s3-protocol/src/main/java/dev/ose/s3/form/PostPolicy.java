package dev.ose.s3.form;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.form.PolicyCondition.LengthRange;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the sender of a form may upload: it must meet every condition, and every field must be the subject of one.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html">POST policy</a>
 */
public final class PostPolicy {

    private static final Set<String> UNCONDITIONAL =
            Set.of("policy", "x-amz-signature", "signature", "awsaccesskeyid", "file");
    private static final String IGNORED = "x-ignore-";

    private final Instant expiration;
    private final List<PolicyCondition> conditions;

    PostPolicy(Instant expiration, List<PolicyCondition> conditions) {
        this.expiration = expiration;
        this.conditions = List.copyOf(conditions);
    }

    /** Reads the value of the field {@code policy}; {@code InvalidPolicyDocument} if it is none. */
    public static PostPolicy parse(String base64) {
        return PolicyDocument.parse(base64);
    }

    /** Refuses a form that breaks the policy. Conditions on the file are left to {@link #requireLength}. */
    public void require(PostForm form, Instant now) {
        if (!now.isBefore(expiration)) {
            throw refused("Policy expired.");
        }
        for (PolicyCondition condition : conditions) {
            if (!condition.isMetBy(form)) {
                throw refused("Policy Condition failed: " + condition);
            }
        }
        Set<String> covered = conditions.stream()
                .map(PolicyCondition::covers)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        for (String name : form.fields().keySet()) {
            if (!covered.contains(name) && !UNCONDITIONAL.contains(name) && !name.startsWith(IGNORED)) {
                throw refused("Extra input fields: " + name);
            }
        }
    }

    /** Refuses a file of a length that the policy does not allow. */
    public void requireLength(long fileBytes) {
        for (PolicyCondition condition : conditions) {
            if (condition instanceof LengthRange(long minimum, long maximum)) {
                if (fileBytes < minimum) {
                    throw new S3ErrorException(S3Error.of(S3ErrorCode.ENTITY_TOO_SMALL)
                            .with("ProposedSize", Long.toString(fileBytes))
                            .with("MinSizeAllowed", Long.toString(minimum)));
                }
                if (fileBytes > maximum) {
                    throw new S3ErrorException(S3Error.of(S3ErrorCode.ENTITY_TOO_LARGE)
                            .with("ProposedSize", Long.toString(fileBytes))
                            .with("MaxSizeAllowed", Long.toString(maximum)));
                }
            }
        }
    }

    private static S3ErrorException refused(String why) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED, "Invalid according to Policy: " + why));
    }
}
