package dev.ose.server.director;

import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.director.DirectorSession.Organisation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which role rights of Cloud Director are here. The provider's organisation alone makes administrators of the provider:
 * a role of a tenant may own any right of the provider. Nor does that organisation make users of tenants.
 */
public final class RoleRules {

    private static final String PLUGINS = "UI Plugins: View";
    private static final List<String> TENANT_ADMIN = List.of("General: Administrator View", "Organization vDC: View");
    private static final List<String> PROVIDER_ADMIN =
            List.of(PLUGINS, "General: Administrator View", "Organization vDC: View", "Provider vDC: View");

    private final String provider;

    /** @param provider the name of the provider's own organisation */
    public RoleRules(String provider) {
        this.provider = provider;
    }

    /** What the rights are good for. */
    public sealed interface Verdict {

        /** A role. */
        record Granted(AdminRole role) implements Verdict {}

        /** Nothing, for want of this right. */
        record Missing(String right) implements Verdict {}
    }

    /** The role of a user of the organisation with these rights, whose names are compared with regard to case. */
    public Verdict verdict(Organisation organisation, Set<String> rights) {
        // Documentation writes VDC, Cloud Director itself vDC.
        Set<String> owned =
                rights.stream().map(right -> right.replace("VDC", "vDC")).collect(Collectors.toSet());
        if (organisation.name().equals(provider)) {
            return missing(PROVIDER_ADMIN, owned).orElse(new Verdict.Granted(AdminRole.PROVIDER_ADMIN));
        }
        return missing(List.of(PLUGINS), owned)
                .orElseGet(() -> new Verdict.Granted(
                        owned.containsAll(TENANT_ADMIN) ? AdminRole.TENANT_ADMIN : AdminRole.TENANT_USER));
    }

    private static Optional<Verdict> missing(List<String> needed, Set<String> owned) {
        return needed.stream()
                .filter(right -> !owned.contains(right))
                .findFirst()
                .map(Verdict.Missing::new);
    }
}
