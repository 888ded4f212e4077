package dev.ose.server.admin.access;

import dev.ose.adapter.Capability;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.UserId;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Authorises by the table of {@link AdminOperation}. Makes no look-up: a refusal does not depend on whether its target
 * exists.
 */
public final class AdminAuthorizer {

    private AdminAuthorizer() {}

    /** Why the caller may not do this; empty if it may. */
    public static Optional<Failure> refusal(
            AdminCaller caller, AdminOperation operation, AdminTarget target, Set<Capability> offered) {
        return switch (caller) {
            case AdminCaller.Anonymous _ -> unless(operation.roles().contains(AdminRole.ANONYMOUS), operation);
            case AdminCaller.Provider _ -> ofRoleOrPlatform(caller, operation, offered);
            case AdminCaller.Member member -> ofMember(member, operation, target, offered);
        };
    }

    private static Optional<Failure> ofMember(
            AdminCaller.Member member, AdminOperation operation, AdminTarget target, Set<Capability> offered) {
        if (target.tenant() != null && !target.tenant().equals(member.tenant())) {
            return Optional.of(new Failure.NotFound("tenant", target.tenant().toString()));
        }
        if (!mayActOn(member, operation, target.user())) {
            return Optional.of(new Failure.NotAllowed(operation.title()));
        }
        return ofRoleOrPlatform(member, operation, offered);
    }

    private static boolean mayActOn(AdminCaller.Member member, AdminOperation operation, @Nullable UserId user) {
        if (member.user().equals(user)) {
            return true;
        }
        return switch (member.tenantRole()) {
            case TENANT_ADMIN ->
                !operation.impersonates() || member.impersonation() == ImpersonationPolicy.FULL_PERMISSION;
            // Operations without a single user are decided by role.
            case TENANT_USER -> user == null;
        };
    }

    private static Optional<Failure> ofRoleOrPlatform(
            AdminCaller caller, AdminOperation operation, Set<Capability> offered) {
        if (!operation.roles().contains(caller.role())) {
            return Optional.of(new Failure.NotAllowed(operation.title()));
        }
        return operation.isOffered(offered) ? Optional.empty() : Optional.of(new Failure.NotOffered(operation.title()));
    }

    private static Optional<Failure> unless(boolean allowed, AdminOperation operation) {
        return allowed ? Optional.empty() : Optional.of(new Failure.NotAllowed(operation.title()));
    }
}
