package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.ReconciliationOptions;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.Database;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.AccountDeletionStore;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.PlacementStore;
import dev.ose.server.tenant.Placements;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.PlatformMappingStore;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Reconciliation;
import dev.ose.server.tenant.ReconciliationRuns;
import dev.ose.server.tenant.ReconciliationSchedule;
import dev.ose.server.tenant.ReservedCredentials;
import dev.ose.server.tenant.TenantStore;
import dev.ose.server.tenant.UserStore;
import dev.ose.server.tenant.credential.CredentialStore;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.IdentityDirectory;
import dev.ose.server.tenant.credential.LastUseWriter;
import dev.ose.server.tenant.credential.LastUses;
import dev.ose.server.tenant.credential.UserIdentities;
import dev.ose.server.tenant.jdbc.CachedIdentityDirectory;
import dev.ose.server.tenant.jdbc.CachedPlacedIdentities;
import dev.ose.server.tenant.jdbc.JdbcAccountDeletions;
import dev.ose.server.tenant.jdbc.JdbcCredentialStore;
import dev.ose.server.tenant.jdbc.JdbcLastUseStore;
import dev.ose.server.tenant.jdbc.JdbcOwnerDirectory;
import dev.ose.server.tenant.jdbc.JdbcPlacementStore;
import dev.ose.server.tenant.jdbc.JdbcPlatformMappingStore;
import dev.ose.server.tenant.jdbc.JdbcReconciliationRuns;
import dev.ose.server.tenant.jdbc.JdbcTenantStore;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;

/** Tenants, users, their keys, and their comparison with the platform. */
@ControlPlane
class TenancyConfiguration {

    @Bean
    TenantStore tenantStore(Database database) {
        return new JdbcTenantStore(database);
    }

    @Bean
    UserStore userStore(Database database, Keyring keyring) {
        return new JdbcUserStore(database, keyring);
    }

    @Bean
    OwnerDirectory ownerDirectory(Database database) {
        return new JdbcOwnerDirectory(database);
    }

    @Bean
    CachedIdentityDirectory identityDirectory(Database database, Keyring keyring, CacheValidity validity) {
        return new CachedIdentityDirectory(database, keyring, validity);
    }

    @Bean
    CredentialStore credentialStore(Database database, Keyring keyring) {
        return new JdbcCredentialStore(database, keyring);
    }

    @Bean
    UserIdentities userIdentities(Credentials credentials, IdentityDirectory identities) {
        return new UserIdentities(credentials, identities);
    }

    @Bean
    Credentials credentials(CredentialStore store, SecureRandom random, Clock clock) {
        return new Credentials(store, random, clock);
    }

    @Bean
    LastUses lastUses() {
        return new LastUses();
    }

    @Bean
    LastUseWriter lastUseWriter(Jobs jobs, LastUses uses, Database database, Clock clock) {
        return LastUseWriter.start(jobs, uses, new JdbcLastUseStore(database), clock);
    }

    @Bean
    PlacementStore placementStore(Database database, Keyring keyring) {
        return new JdbcPlacementStore(database, keyring);
    }

    @Bean
    Placements placements(TenantStore tenants, UserStore users, PlacementStore rows, PlatformAdministration platforms) {
        return new Placements(tenants, users, rows, platforms);
    }

    @Bean
    CachedPlacedIdentities placedIdentities(Placements placements, CacheValidity validity) {
        return new CachedPlacedIdentities(placements, validity);
    }

    @Bean
    Provisioning.Rows provisioningRows(TenantStore tenants, UserStore users, PlacementStore placements) {
        return new Provisioning.Rows(tenants, users, placements);
    }

    @Bean
    Provisioning provisioning(
            Provisioning.Rows rows,
            PlatformAdministration platforms,
            ReservedCredentials credentials,
            SecureRandom random,
            Clock clock) {
        return new Provisioning(rows, platforms, credentials, random, clock);
    }

    @Bean
    PlatformMappingStore platformMappingStore(Database database, Keyring keyring) {
        return new JdbcPlatformMappingStore(database, keyring);
    }

    @Bean
    AccountDeletionStore accountDeletionStore(Database database) {
        return new JdbcAccountDeletions(database);
    }

    @Bean
    AccountDeletion accountDeletion(
            Provisioning.Rows rows,
            PlatformMappingStore mappings,
            AccountDeletionStore deletions,
            PlatformAdministration platforms,
            OperatorEvents events) {
        return new AccountDeletion(rows, mappings, deletions, platforms, events);
    }

    @Bean
    Reconciliation reconciliation(
            PlatformMappingStore mappings,
            PlatformAdministration platforms,
            AccountDeletion deletion,
            AdvisoryLocks locks) {
        return new Reconciliation(mappings, platforms, deletion, locks);
    }

    @Bean
    ReconciliationRuns reconciliationRuns(Database database) {
        return new JdbcReconciliationRuns(database);
    }

    @Bean
    OptionalWork reconciliationSchedule(
            Configuration configuration, Jobs jobs, Reconciliation reconciliation, ReconciliationRuns runs) {
        ReconciliationSchedule.Pace pace = new ReconciliationSchedule.Pace(
                configuration.get(ReconciliationOptions.INTERVAL),
                configuration.get(ReconciliationOptions.REPAIR),
                configuration.get(ReconciliationOptions.USERS_PER_SECOND));
        return pace.interval().isPositive()
                ? new OptionalWork(new ReconciliationSchedule(jobs, reconciliation, runs, pace).start())
                : OptionalWork.NONE;
    }
}
