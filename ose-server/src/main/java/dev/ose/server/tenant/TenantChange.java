package dev.ose.server.tenant;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A change of a tenant by the provider.
 *
 * @param status null if it stays
 * @param reason null if it stays
 */
public record TenantChange(
        @Nullable Status status, @Nullable Reason reason) {

    /**
     * Why a tenant is disabled.
     *
     * @param text null for no reason
     */
    public record Reason(@Nullable String text) {

        private static final Pattern TEXT = Pattern.compile("[^\\p{Cntrl}]{1,500}");

        /** Fails with {@code Invalid}. */
        public Reason {
            if (text != null && !TEXT.matcher(text).matches()) {
                throw invalid("must have 1 to 500 characters and no control characters");
            }
        }
    }

    /** The tenant after the change. Fails with {@code Invalid} if an active one would have a reason. */
    public ShownTenant of(ShownTenant present) {
        Status next = status == null ? present.tenant().status() : status;
        if (next == Status.ACTIVE) {
            if (reason != null && reason.text() != null) {
                throw invalid("can be given for a disabled tenant only");
            }
            return new ShownTenant(present.tenant().with(next), null);
        }
        return new ShownTenant(
                present.tenant().with(next), reason == null ? present.suspensionReason() : reason.text());
    }

    private static FailureException invalid(String rule) {
        return new FailureException(new Failure.Invalid("suspensionReason", rule));
    }
}
