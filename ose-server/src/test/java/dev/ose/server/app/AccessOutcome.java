package dev.ose.server.app;

import dev.ose.server.http.WireClient;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an answer of S3 says about the access of its request. */
enum AccessOutcome {
    /** Access was granted, whatever else was missing or wrong. */
    GRANTED,
    /** Access was denied. */
    REFUSED,
    /** The bucket looks missing to the caller. */
    HIDDEN,
    /** The answer says nothing about access. */
    UNCLEAR;

    private static final Pattern CODE = Pattern.compile("<Code>([^<]+)</Code>");
    private static final int ERROR = 300;

    /** What requests are answered after access was granted: a setting or an upload is missing, or a body is. */
    private static final Set<String> BEYOND_ACCESS = Set.of(
            "400 InvalidRequest",
            "400 MissingSecurityHeader",
            "404 NoSuchBucketPolicy",
            "404 NoSuchCORSConfiguration",
            "404 NoSuchConfiguration",
            "404 NoSuchLifecycleConfiguration",
            "404 NoSuchPublicAccessBlockConfiguration",
            "404 NoSuchTagSet",
            "404 NoSuchUpload",
            "404 NoSuchWebsiteConfiguration",
            "404 ObjectLockConfigurationNotFoundError",
            "404 OwnershipControlsNotFoundError",
            "404 ReplicationConfigurationNotFoundError",
            "404 ServerSideEncryptionConfigurationNotFoundError",
            "501 NotImplemented");

    private static final Set<String> BUCKET_HIDDEN = Set.of("BUCKET_NOT_SHARED", "BUCKET_MISSING");

    /** The outcome of a request on an existing object, or on its bucket. */
    static AccessOutcome of(WireClient.Answer answer) {
        if (answer.status() < ERROR) {
            return GRANTED;
        }
        Matcher code = CODE.matcher(answer.body());
        String error = answer.status() + " " + (code.find() ? code.group(1) : "");
        return switch (error) {
            case "403 AccessDenied" -> REFUSED;
            case "404 NoSuchBucket" -> HIDDEN;
            default -> BEYOND_ACCESS.contains(error) ? GRANTED : UNCLEAR;
        };
    }

    /**
     * Whether the check explains this outcome.
     *
     * @param decision of the check
     * @param reasons the codes of its reasons
     */
    boolean isExplainedBy(String decision, Collection<String> reasons) {
        boolean isHidden = reasons.stream().anyMatch(BUCKET_HIDDEN::contains);
        if (this == UNCLEAR || isHidden != (this == HIDDEN)) {
            return false;
        }
        boolean isUnknown =
                reasons.contains("UPLOAD_INITIATOR") || (reasons.contains("OTHER_TENANT_DECIDES") && this == GRANTED);
        return decision.equals(isUnknown ? "UNKNOWN" : this == GRANTED ? "ALLOW" : "DENY");
    }
}
