package dev.ose.server.tenant.credential;

import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.Policy;
import dev.ose.s3.policy.Ruling;
import dev.ose.s3.policy.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The policies that restrict a credential, in groups: each group must allow a request; within a group the policies are
 * evaluated together. They never add to the rights of the credential's user.
 */
public record CredentialLimits(List<List<Policy>> groups) {

    /** No restriction: all rights of the user. */
    public static final CredentialLimits NONE = new CredentialLimits(List.of());

    /**
     * What no application may do, whatever its policy allows: create or delete buckets, grant access to them or their
     * objects, or create credentials. Such access would outlive the expiry of its key.
     */
    private static final Policy OF_APPLICATIONS =
            Policy.readNew("""
            {"Version": "2012-10-17", "Statement": [
              {"Effect": "Deny", "Resource": "*", "Action": [
                "s3:CreateBucket", "s3:DeleteBucket", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy", "s3:PutBucketAcl",
                "s3:PutBucketPublicAccessBlock", "s3:PutBucketOwnershipControls", "s3:PutReplicationConfiguration",
                "iam:*", "sts:*"]},
              {"Effect": "Deny", "Resource": "*", "Action": ["s3:PutObjectAcl", "s3:PutObjectVersionAcl"],
               "Condition": {"StringNotEquals": {"s3:x-amz-acl": ["%s"]}}}
            ]}""".formatted(String.join("\", \"", AclHeaders.CLOSED_ACLS)));

    /** Replaces a required policy that is missing or cannot be parsed. */
    private static final Policy NOTHING = Policy.readNew("""
            {"Statement": {"Effect": "Deny", "Action": "*", "Resource": "*"}}""");

    public CredentialLimits {
        groups = groups.stream().map(List::copyOf).toList();
    }

    /**
     * The restrictions of a credential of {@code kind}.
     *
     * @param policy the credential's inline policy; null for none
     * @param userPolicies the documents attached to its user; without any the user is not restricted
     * @param reader parses a document like {@link #read}; may return a cached result
     */
    public static CredentialLimits of(
            CredentialKind kind, @Nullable String policy, List<String> userPolicies, Function<String, Policy> reader) {
        return new CredentialLimits(groups(kind, policy, userPolicies, reader));
    }

    /** The restrictions of a user who logs in with a password. */
    public static CredentialLimits ofLogin(List<String> userPolicies) {
        return new CredentialLimits(groups(CredentialKind.USER, null, userPolicies, CredentialLimits::read));
    }

    /**
     * The restrictions of a session of a role.
     *
     * @param userPolicies the documents attached to the user that the role acts as
     * @param rolePolicies the documents of the role; without any nothing is allowed
     * @param reader parses a document like {@link #read}; may return a cached result
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

    /**
     * Parses a document. A stored document that cannot be parsed, although it was validated when it was written, allows
     * nothing.
     */
    public static Policy read(String document) {
        try {
            return Policy.read(document);
        } catch (MalformedPolicyException e) {
            return NOTHING;
        }
    }

    /** Whether there are no restrictions. */
    public boolean isNone() {
        return groups.isEmpty();
    }

    /** Whether every group allows the request. */
    public boolean permit(AccessRequest request) {
        return permit(request, _ -> {});
    }

    /**
     * Whether every group allows the request.
     *
     * @param trace takes the verdict of each group, up to the first that does not allow it
     */
    public boolean permit(AccessRequest request, Consumer<Ruling> trace) {
        return groups.stream().allMatch(group -> {
            Ruling ruling = Policy.rule(group, request);
            trace.accept(ruling);
            return ruling.verdict() == Verdict.ALLOWED;
        });
    }
}
