package dev.ose.server.admin.access.token;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminTarget;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.TenantId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Limits a token to a part of the operations that its account may perform.
 *
 * @param isReadOnly whether the token permits no changes
 * @param tenant the only tenant that the token permits; null for all tenants that its account may reach
 */
public record TokenScope(boolean isReadOnly, @Nullable TenantId tenant) {

    /** Why the scope does not permit an operation that the account may perform; empty if it does. */
    public Optional<Failure> refusal(AdminOperation operation, AdminTarget target) {
        if (operation.needsSignIn() || (isReadOnly && operation.route().method() != AdminOperation.Method.GET)) {
            return Optional.of(new Failure.NotAllowed(operation.title() + " with this token"));
        }
        if (tenant == null || operation.isOfNoTenant() || tenant.equals(target.tenant())) {
            return Optional.empty();
        }
        return Optional.of(
                target.tenant() == null
                        ? new Failure.NotAllowed(operation.title() + " with this token")
                        : new Failure.NotFound("tenant", target.tenant().toString()));
    }

    /** Whether the scope permits an operation that the account may perform, if its target is chosen accordingly. */
    public boolean permits(AdminOperation operation) {
        return refusal(operation, new AdminTarget(operation.isOfPathTenant() ? tenant : null, null))
                .isEmpty();
    }
}
