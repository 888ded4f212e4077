package dev.ose.server.s3;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.PrincipalNames;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.PrincipalDirectory;
import dev.ose.server.tenant.TenantId;
import java.util.Optional;
import java.util.UUID;

/** The platform's names of tenants are those of OSE with a letter in front; the user alice of Alice's tenant exists. */
final class TestPrincipals implements PrincipalDirectory, PrincipalNames {

    @Override
    public Optional<KnownUser> findUser(PlatformId platform, TenantId tenant, String name) {
        return tenant.equals(S3TestServer.ALICES) && name.equals("alice")
                ? Optional.of(new KnownUser(tenant, S3TestServer.ALICE_HERSELF, name, new PlatformUserId("u")))
                : Optional.empty();
    }

    @Override
    public Optional<KnownUser> findUser(PlatformId platform, PlatformUserId counterpart) {
        return counterpart.value().equals("u") ? findUser(platform, S3TestServer.ALICES, "alice") : Optional.empty();
    }

    @Override
    public Optional<PlatformTenantId> findTenant(PlatformId platform, TenantId tenant) {
        return tenant.equals(S3TestServer.ALICES) || tenant.equals(S3TestServer.EVES)
                ? Optional.of(new PlatformTenantId("t" + tenant))
                : Optional.empty();
    }

    @Override
    public Optional<TenantId> findTenant(PlatformId platform, PlatformTenantId counterpart) {
        return Optional.of(new TenantId(UUID.fromString(counterpart.value().substring(1))));
    }

    @Override
    public String of(PlatformUserId user) {
        return "there:user:" + user.value();
    }

    @Override
    public String of(PlatformTenantId tenant) {
        return "there:tenant:" + tenant.value();
    }

    @Override
    public Optional<PlatformUserId> user(String principal) {
        return rest(principal, "there:user:").map(PlatformUserId::new);
    }

    @Override
    public Optional<PlatformTenantId> tenant(String principal) {
        return rest(principal, "there:tenant:").map(PlatformTenantId::new);
    }

    private static Optional<String> rest(String text, String start) {
        return text.startsWith(start) ? Optional.of(text.substring(start.length())) : Optional.empty();
    }
}
