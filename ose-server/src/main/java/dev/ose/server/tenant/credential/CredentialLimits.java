package dev.ose.server.tenant.credential;

import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.Policy;
import dev.ose.s3.policy.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The policies that narrow what a credential may do, in groups: each group must allow a request, and within a group one
 * policy may allow what another does not mention. Nothing here ever adds to the rights of the credential's user.
 */
public record CredentialLimits(List<List<Policy>> groups) {

    /** No limit: all that the user may do. */
    public static final CredentialLimits NONE = new CredentialLimits(List.of());

    /**
     * What no application may do, whatever its policy says: make or remove buckets, give others rights to them or their
     * objects, or make credentials. What it opened would stay open when its key has expired.
     */
    private static final Policy OF_APPLICATIONS =
            Policy.readNew("""
            {"Version": "2012-10-17", "Statement": [
              {"Effect": "Deny", "Resource": "*", "Action": [
                "s3:CreateBucket", "s3:DeleteBucket", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy", "s3:PutBucketAcl",
                "s3:PutBucketPublicAccessBlock", "s3:PutBucketOwnershipControls", "s3:PutReplicationConfiguration",
                "iam:*", "sts:*"]},
              {"Effect": "Deny", "Resource": "*", "Action": ["s3:PutObjectAcl", "s3:PutObjectVersionAcl"],
               "Condition": {"StringNotEquals": {"s3:x-amz-acl": ["%s"]}}}]}""".formatted(String.join("\", \"", AclHeaders.CLOSED_ACLS)));

    /** Takes the place of what must be there and is not, or cannot be read. */
    private static final Policy NOTHING = Policy.readNew("""
            {"Statement": {"Effect": "Deny", "Action": "*", "Resource": "*"}}""");

    public CredentialLimits {
        groups = groups.stream().map(List::copyOf).toList();
    }

    /**
     * The limits that a credential of {@code kind} has.
     *
     * @param policy the document of the credential itself; null if it has none
     * @param userPolicies the documents attached to its user; without any the user is not limited
     * @param reader reads a document as {@link #read} does, and may give one that was read before
     */
    public static CredentialLimits of(
            CredentialKind kind, @Nullable String policy, List<String> userPolicies, Function<String, Policy> reader) {
        return new CredentialLimits(groups(kind, policy, userPolicies, reader));
    }

    /** The limits of a user who logs in with a password, by the documents attached to it. */
    public static CredentialLimits ofLogin(List<String> userPolicies) {
        return new CredentialLimits(groups(CredentialKind.USER, null, userPolicies, CredentialLimits::read));
    }

    /**
     * The limits of a session of a role.
     *
     * @param userPolicies the documents attached to the user as whom it acts
     * @param rolePolicies the documents of the role; without any it may do nothing
     * @param reader reads a document as {@link #read} does, and may give one that was read before
     */
    public static CredentialLimits ofRole(
            @Nullable String policy,
            List<String> userPolicies,
            List<String> rolePolicies,
            Function<String, Policy> reader) {
        List<List<Policy>> groups = groups(CredentialKind.SESSION, policy, userPolicies, reader);
        groups.add(
                rolePolicies.isEmpty()
                        ? List.of(NOTHING)
                        : rolePolicies.stream().map(reader).toList());
        return new CredentialLimits(groups);
    }

    private static List<List<Policy>> groups(
            CredentialKind kind, @Nullable String policy, List<String> userPolicies, Function<String, Policy> reader) {
        List<List<Policy>> groups = new ArrayList<>();
        if (kind == CredentialKind.APPLICATION) {
            groups.add(List.of(OF_APPLICATIONS, policy == null ? NOTHING : reader.apply(policy)));
        } else if (policy != null) {
            groups.add(List.of(reader.apply(policy)));
        }
        if (!userPolicies.isEmpty()) {
            groups.add(userPolicies.stream().map(reader).toList());
        }
        return groups;
    }

    /** A document that cannot be read, which was checked when it was written, allows nothing. */
    public static Policy read(String document) {
        try {
            return Policy.read(document);
        } catch (MalformedPolicyException e) {
            return NOTHING;
        }
    }

    /** Whether everything is left to the rights of the user. */
    public boolean isNone() {
        return groups.isEmpty();
    }

    /** Whether a request is within all of them. */
    public boolean permit(AccessRequest request) {
        return groups.stream().allMatch(group -> Policy.evaluate(group, request) == Verdict.ALLOWED);
    }
}
