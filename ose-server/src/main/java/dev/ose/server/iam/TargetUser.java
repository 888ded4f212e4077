package dev.ose.server.iam;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;

/** Finds the user that a call concerns, and checks whether the caller may act on it. */
final class TargetUser {

    private final Provisioning provisioning;

    TargetUser(Provisioning provisioning) {
        this.provisioning = provisioning;
    }

    /** The caller, or another user of the tenant if the caller is an administrator of it. */
    User find(IamCall call) {
        String named = call.parameters().has("UserName")
                ? call.parameters().requireName("UserName")
                : call.caller().userName();
        return find(call, named, caller(call));
    }

    private User find(IamCall call, String named, User caller) {
        call.requirePermission(call.userArn(named));
        if (named.equals(caller.name())) {
            return caller;
        }
        // Checked before the lookup: without permission on others, the existence of users must not be disclosed.
        requireAdministrator(call, caller);
        return provisioning.userNamed(call.caller().tenant(), named);
    }

    /** As {@link #find}, for impersonation, which the tenant's settings may deny to its administrators. */
    User findToImpersonate(IamCall call) {
        User found = find(call);
        requireImpersonation(call, found.id());
        return found;
    }

    /**
     * Fails with {@code NotAllowed} if {@code user} is not the caller and the tenant's settings forbid impersonation.
     */
    void requireImpersonation(IamCall call, UserId user) {
        boolean isOther = !user.equals(call.caller().user());
        if (isOther && provisioning.tenant(call.caller().tenant()).impersonation() == ImpersonationPolicy.DISALLOW) {
            throw call.denied();
        }
    }

    /** The user named by an administrator, possibly the administrator. */
    User findForAdministrator(IamCall call) {
        User caller = caller(call);
        requireAdministrator(call, caller);
        return find(call, call.parameters().requireName("UserName"), caller);
    }

    /** Fails with {@code NotAllowed} unless the caller is an administrator of its tenant. */
    void requireAdministrator(IamCall call) {
        requireAdministrator(call, caller(call));
    }

    private User caller(IamCall call) {
        return provisioning.user(call.caller().tenant(), call.caller().user());
    }

    private static void requireAdministrator(IamCall call, User caller) {
        if (caller.role() != Role.TENANT_ADMIN) {
            throw new FailureException(new Failure.NotAllowed(call.parameters().action()));
        }
    }
}
