package dev.ose.server.iam;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;

/** Finds the user that a call is about, and whether the caller may act on it. */
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
        // Before the other is looked for: who may not act on others is not to learn who exists.
        requireAdministrator(call, caller);
        return provisioning.userNamed(call.caller().tenant(), named);
    }

    /** The same for what is done in the name of the user, which a tenant's settings may keep from its administrators. */
    User findToPoseAs(IamCall call) {
        User found = find(call);
        requireToPoseAs(call, found.id());
        return found;
    }

    /** Fails with {@code NotAllowed} if the user of the caller's tenant is another, and its settings forbid to pose as others. */
    void requireToPoseAs(IamCall call, UserId user) {
        boolean isOther = !user.equals(call.caller().user());
        if (isOther && provisioning.tenant(call.caller().tenant()).poseAs() == ImpersonationPolicy.DISALLOW) {
            throw call.denied();
        }
    }

    /** The user that an administrator names; it may be the administrator. */
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
