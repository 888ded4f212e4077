package dev.ose.server.tenant.credential;

import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.Policy;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;

/**
 * The policies attached to users, which restrict each of their credentials. A change takes effect on every node within
 * a second. Every method blocks on the database. Thread-safe.
 */
public final class UserPolicies {

    /** Maximum number of policies of a user. */
    public static final int MAX_PER_USER = 20;

    private final UserPolicyStore store;

    public UserPolicies(UserPolicyStore store) {
        this.store = store;
    }

    /** Inserts or replaces a policy. Fails with {@code Invalid}, {@code NotFound} (the user). */
    public void put(TenantId tenant, UserId user, String name, String document) {
        requireName(name);
        try {
            Policy.readNew(document);
        } catch (MalformedPolicyException e) {
            throw invalid("policy", "is none that can be evaluated: " + e.reason());
        }
        store.put(tenant, user, name, document, names -> requireRoom(names, name));
    }

    private static void requireRoom(List<String> names, String name) {
        if (names.size() >= MAX_PER_USER && !names.contains(name)) {
            throw invalid("user", "a user has at most " + MAX_PER_USER + " policies");
        }
    }

    /** The document of that name, or {@code NotFound}. */
    public String get(TenantId tenant, UserId user, String name) {
        requireName(name);
        return store.find(tenant, user, name).orElseThrow(() -> missing(name));
    }

    /** The names of the user's policies, in byte order. */
    public List<String> names(TenantId tenant, UserId user) {
        return store.names(tenant, user);
    }

    /** Deletes a policy. Fails with {@code NotFound}. */
    public void delete(TenantId tenant, UserId user, String name) {
        requireName(name);
        if (!store.delete(tenant, user, name)) {
            throw missing(name);
        }
    }

    private static void requireName(String name) {
        PolicyNames.require("PolicyName", name, PolicyNames.MAX_LENGTH);
    }

    private static FailureException missing(String name) {
        return new FailureException(new Failure.NotFound("user policy", name));
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
