package dev.ose.adapter.embedded.http;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.PrincipalNames;
import dev.ose.adapter.embedded.store.StoreCaller;
import dev.ose.s3.policy.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Principals of this platform's policies, as ARNs of its tenants and users. */
public final class PlatformPrincipals implements PrincipalNames {

    private static final String USER = "user/";
    private static final String TENANT = "tenant/";

    @Override
    public String of(PlatformUserId user) {
        return USER + user.value();
    }

    @Override
    public String of(PlatformTenantId tenant) {
        return TENANT + tenant.value();
    }

    @Override
    public Optional<PlatformUserId> user(String principal) {
        return id(USER, principal).map(PlatformUserId::new);
    }

    @Override
    public Optional<PlatformTenantId> tenant(String principal) {
        return id(TENANT, principal).map(PlatformTenantId::new);
    }

    private static Optional<String> id(String kind, String principal) {
        return principal.startsWith(kind) && principal.length() > kind.length()
                ? Optional.of(principal.substring(kind.length()))
                : Optional.empty();
    }

    /** Whether the name is a valid principal. */
    boolean isOne(String name) {
        return name.equals(Principal.EVERYBODY)
                || user(name).isPresent()
                || tenant(name).isPresent();
    }

    /** Whether the principal matches the caller. */
    boolean isCaller(Principal principal, StoreCaller caller) {
        StoreCaller.@Nullable Account account = caller.account();
        return principal.name().equals(Principal.EVERYBODY)
                || (account != null
                        && (principal.name().equals(of(account.user()))
                                || principal.name().equals(of(account.tenant()))));
    }
}
