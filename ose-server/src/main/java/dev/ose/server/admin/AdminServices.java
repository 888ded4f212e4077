package dev.ose.server.admin;

import dev.ose.server.accounting.metering.MeterStore;
import dev.ose.server.admin.access.AdminUserStore;
import dev.ose.server.admin.access.MemberLoginStore;
import dev.ose.server.iam.federation.IdentityProviderStore;
import dev.ose.server.platform.Platform;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Reconciliation;
import dev.ose.server.tenant.credential.Credentials;

/**
 * What the admin API asks to do the work.
 *
 * @param platforms what is known of them
 * @param platform where new tenants' bytes go
 */
public record AdminServices(
        Provisioning provisioning,
        AccountDeletion removal,
        Credentials credentials,
        PlatformServices platforms,
        Platform platform,
        AdminUserStore admins,
        MemberLoginStore logins,
        IdentityProviderStore identityProviders,
        Reconciliation reconciliation,
        MeterStore metered,
        MetadataServices metadata) {}
