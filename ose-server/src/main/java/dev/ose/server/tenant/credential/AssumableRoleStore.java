package dev.ose.server.tenant.credential;

import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Stores the roles of tenants and their policies. Every method blocks on the database. */
public interface AssumableRoleStore {

    /**
     * Inserts a role; returns false if there is one of that name, or no such user.
     *
     * @param requireRoom called with the tenant's number of roles, serialized for the tenant; its exceptions are passed
     *     on
     */
    boolean add(AssumableRole role, IntConsumer requireRoom);

    /** The role of that name. */
    Optional<AssumableRole> find(RoleArn role);

    /** The role of that name if its tenant and its user are active. */
    Optional<AssumableRole> findActive(RoleArn role);

    /** The tenant's roles by name after {@code after} (empty from the start), at most {@code limit}. */
    List<AssumableRole> list(TenantId tenant, String after, int limit);

    /** Replaces the trust policy, if the role exists. */
    void setTrust(AssumableRole role, String trust);

    /**
     * Whether the user existed when the role's trust policy was written, give or take a minute. A user created later
     * under a name in the policy is another principal, as in AWS: <a
     * href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html">Principal</a>.
     */
    boolean isMeant(AssumableRole role, TenantId tenant, UserId user);

    /** Deletes the role with its policies and sessions. */
    void delete(AssumableRole role);

    /**
     * Inserts or replaces a policy of the role. Fails with {@code NotFound} (the role).
     *
     * @param requireRoom called with the role's other policies, serialized for the role; its exceptions are passed on
     */
    void putPolicy(AssumableRole role, String name, String document, Consumer<OtherPolicies> requireRoom);

    /**
     * The other policies of a role.
     *
     * @param length total number of characters
     */
    record OtherPolicies(int count, int length) {}

    /** The document of that name. */
    Optional<String> findPolicy(AssumableRole role, String name);

    /** The names of the role's policies, in byte order. */
    List<String> policyNames(AssumableRole role);

    /** Deletes a policy; returns whether it existed. */
    boolean deletePolicy(AssumableRole role, String name);
}
