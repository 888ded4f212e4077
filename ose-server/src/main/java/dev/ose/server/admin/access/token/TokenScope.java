package dev.ose.server.admin.access.token;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminTarget;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.TenantId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a token is good for, of what its account may do. It never adds to that.
 *
 * @param isReadOnly whether it changes nothing
 * @param tenant the one tenant that it is good for; null if it is good for all that its account reaches
 */
public record TokenScope(boolean isReadOnly, @Nullable TenantId tenant) {

    /** What tells nothing of any tenant. */
    private static final Set<AdminOperation> OF_NO_TENANT = EnumSet.of(
            AdminOperation.SHOW_LIVENESS,
            AdminOperation.SHOW_READINESS,
            AdminOperation.DESCRIBE_API,
            AdminOperation.DESCRIBE_API_IN_YAML,
            AdminOperation.SHOW_CALLER);

    /** What would let the finder of a token stay after the token has ended. */
    private static final Set<AdminOperation> NEEDS_SIGN_IN = EnumSet.of(
            AdminOperation.ADD_ADMINISTRATOR,
            AdminOperation.PUT_ADMINISTRATOR_PASSWORD,
            AdminOperation.PUT_ADMINISTRATOR_PROVIDER,
            AdminOperation.CHANGE_PASSWORD,
            AdminOperation.PUT_LOGIN,
            AdminOperation.CREATE_TOKEN,
            AdminOperation.DELETE_TOKEN,
            AdminOperation.BEGIN_SECOND_FACTOR,
            AdminOperation.CONFIRM_SECOND_FACTOR,
            AdminOperation.END_SECOND_FACTOR,
            AdminOperation.RESET_ADMINISTRATOR_SECOND_FACTOR,
            AdminOperation.RESET_USER_SECOND_FACTOR);

    /** Why a token of this scope does not do what its account may do; empty if it does. */
    public Optional<Failure> refusal(AdminOperation operation, AdminTarget target) {
        if (NEEDS_SIGN_IN.contains(operation)
                || (isReadOnly && operation.route().method() != AdminOperation.Method.GET)) {
            return Optional.of(new Failure.NotAllowed(operation.title() + " with this token"));
        }
        if (tenant == null || OF_NO_TENANT.contains(operation) || tenant.equals(target.tenant())) {
            return Optional.empty();
        }
        return Optional.of(
                target.tenant() == null
                        ? new Failure.NotAllowed(operation.title() + " with this token")
                        : new Failure.NotFound("tenant", target.tenant().toString()));
    }
}
