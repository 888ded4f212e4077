package dev.ose.server.admin.audit;

import dev.ose.server.audit.AuditTarget;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The name that is typed at a sign-in, whose call has no caller yet. */
public final class TypedName {

    private static final String ATTRIBUTE = TypedName.class.getName();

    private TypedName() {}

    /** Notes the name, {@code user@tenant} for users of tenants, for the entry of the request. */
    public static void note(HttpServletRequest request, String name) {
        request.setAttribute(ATTRIBUTE, name);
    }

    /** The subject of a sign-in's entry; empty for other requests. */
    static Optional<AuditTarget> target(HttpServletRequest request, Supplier<Provisioning> provisioning) {
        return request.getAttribute(ATTRIBUTE) instanceof String name
                ? Optional.of(new AuditTarget(tenant(name, provisioning), null, "", "", name))
                : Optional.empty();
    }

    /** The tenant in a name; null if there is none of that name. */
    static @Nullable TenantId tenant(String name, Supplier<Provisioning> provisioning) {
        int sign = name.lastIndexOf('@');
        if (sign < 0) {
            return null;
        }
        try {
            return provisioning.get().tenantNamed(name.substring(sign + 1)).id();
        } catch (FailureException e) {
            return null;
        }
    }
}
