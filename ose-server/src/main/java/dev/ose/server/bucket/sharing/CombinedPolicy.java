package dev.ose.server.bucket.sharing;

import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.Policy;
import dev.ose.s3.policy.PolicyStatements;
import dev.ose.s3.policy.VouchedPolicy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a bucket as stored on the platform: the policy that clients see, and the ACL's grants to tenants.
 *
 * @param clients null if there is none
 */
public record CombinedPolicy(BucketName bucket, @Nullable String clients, TenantGrants tenants) {

    /** No policy. */
    public static CombinedPolicy none(BucketName bucket) {
        return new CombinedPolicy(bucket, null, TenantGrants.NONE);
    }

    /** Splits a stored document; one that cannot be parsed belongs to the clients as a whole. */
    public static CombinedPolicy read(BucketName bucket, String document) {
        try {
            PolicyStatements policy = PolicyStatements.read(document);
            TenantGrants tenants = TenantGrants.in(policy, bucket);
            return tenants.isEmpty()
                    ? new CombinedPolicy(bucket, document, tenants)
                    : new CombinedPolicy(
                            bucket,
                            policy.without(statement ->
                                            TenantGrants.read(statement, bucket).isPresent())
                                    .orElse(null),
                            tenants);
        } catch (MalformedPolicyException e) {
            return new CombinedPolicy(bucket, document, TenantGrants.NONE);
        }
    }

    /** With another policy of clients, or none. */
    public CombinedPolicy withClients(@Nullable String others) {
        return new CombinedPolicy(bucket, others, tenants);
    }

    /** With other grants to tenants. */
    public CombinedPolicy withTenants(TenantGrants others) {
        return new CombinedPolicy(bucket, clients, others);
    }

    /**
     * The document for the platform to store; empty if there is none.
     *
     * @throws MalformedPolicyException if the grants cannot be added to the clients' policy
     */
    public Optional<String> document() {
        if (tenants.isEmpty()) {
            return Optional.ofNullable(clients);
        }
        return Optional.of(
                clients == null
                        ? PolicyStatements.document(tenants.statements(bucket))
                        : PolicyStatements.read(clients).with(tenants.statements(bucket)));
    }

    /** The client conditions of the clients' policy; none if it cannot be parsed. */
    public ClientConditions conditions() {
        try {
            return clients == null
                    ? ClientConditions.NONE
                    : VouchedPolicy.kept(clients).conditions();
        } catch (MalformedPolicyException e) {
            return ClientConditions.NONE;
        }
    }

    /** Whether the grants, or the replacements of client conditions, make the document longer than a policy may be. */
    public boolean isTooLong() {
        return document().filter(it -> it.length() > Policy.MAX_LENGTH).isPresent();
    }
}
