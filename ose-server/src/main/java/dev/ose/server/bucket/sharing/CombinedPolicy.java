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
 * What a platform keeps as the policy of a bucket, in its own words: the policy that clients know, and what the ACL grants
 * tenants.
 *
 * @param clients null if there is none
 */
public record CombinedPolicy(BucketName bucket, @Nullable String clients, TenantGrants tenants) {

    /** That of a bucket without any. */
    public static CombinedPolicy none(BucketName bucket) {
        return new CombinedPolicy(bucket, null, TenantGrants.NONE);
    }

    /** Takes a document apart; one that cannot be read is the clients' whole. */
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
     * The document for the platform to keep; empty if there is none to keep.
     *
     * @throws MalformedPolicyException if the clients' part takes up no grants
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

    /** What the clients' policy asks of clients; nothing if it cannot be read. */
    public ClientConditions conditions() {
        try {
            return clients == null
                    ? ClientConditions.NONE
                    : VouchedPolicy.kept(clients).conditions();
        } catch (MalformedPolicyException e) {
            return ClientConditions.NONE;
        }
    }

    /** Whether the grants, or what is kept in the place of conditions, make it longer than a policy may be. */
    public boolean isTooLong() {
        return document().filter(it -> it.length() > Policy.MAX_LENGTH).isPresent();
    }
}
