package dev.ose.server.admin;

import dev.ose.server.administration.AdminUserStore;
import dev.ose.server.administration.MemberLoginStore;
import dev.ose.server.credential.Credentials;
import dev.ose.server.federation.IdentityProviderStore;
import dev.ose.server.metering.MeterStore;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.Provisioning;
import dev.ose.server.tenancy.Reconciliation;
import dev.ose.server.tenancy.Removal;

/**
 * What the admin API asks to do the work.
 *
 * @param platforms what is known of them
 * @param platform where new tenants' bytes go
 */
public record AdminServices(
        Provisioning provisioning,
        Removal removal,
        Credentials credentials,
        PlatformServices platforms,
        Platform platform,
        AdminUserStore admins,
        MemberLoginStore logins,
        IdentityProviderStore identityProviders,
        Reconciliation reconciliation,
        MeterStore metered,
        MetadataServices metadata) {}
