package dev.ose.server.tenant.credential;

import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Keeps the roles of tenants and their policies. Every method blocks on the database. */
public interface AssumableRoleStore {

    /**
     * Writes a new role; says whether it did, which it does not if there is one of that name or no such user.
     *
     * @param requireRoom is told how many roles the tenant has, and no other call meanwhile; what it throws, this throws
     */
    boolean add(AssumableRole role, IntConsumer requireRoom);

    /** The role of that name. */
    Optional<AssumableRole> find(RoleArn role);

    /** The same if its tenant and its user may act. */
    Optional<AssumableRole> findActive(RoleArn role);

    /** The tenant's roles by name behind {@code after} (empty from the start), at most {@code limit}. */
    List<AssumableRole> list(TenantId tenant, String after, int limit);

    /** Says anew who may assume the role, if it is there. */
    void setTrust(AssumableRole role, String trust);

    /**
     * Whether the user was there when the role's trust was written, give or take a minute. Who was made later under a name that
     * is in it is somebody else, as the ARN of a user who is deleted and made anew is in AWS:
     * <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html">Principal</a>.
     */
    boolean isMeant(AssumableRole role, TenantId tenant, UserId user);

    /** Deletes the role with its policies, and ends its sessions. */
    void delete(AssumableRole role);

    /**
     * Writes a policy of the role, or puts it in the place of the one of that name. Fails with {@code NotFound} (the role).
     *
     * @param requireRoom is told what the role has, and no other call meanwhile; what it throws, this throws
     */
    void putPolicy(AssumableRole role, String name, String document, Consumer<OtherPolicies> requireRoom);

    /**
     * The policies that a role has beside one.
     *
     * @param length how many characters they have together
     */
    record OtherPolicies(int count, int length) {}

    /** The document of that name. */
    Optional<String> findPolicy(AssumableRole role, String name);

    /** The names of the role's policies, in byte order. */
    List<String> policyNames(AssumableRole role);

    /** Deletes a policy; says whether there was one. */
    boolean deletePolicy(AssumableRole role, String name);
}
