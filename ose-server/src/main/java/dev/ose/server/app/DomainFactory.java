package dev.ose.server.app;

import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import dev.ose.config.MetadataOptions;
import dev.ose.config.MeteringOptions;
import dev.ose.config.NodeOptions;
import dev.ose.config.PlatformOptions;
import dev.ose.config.ReconciliationOptions;
import dev.ose.config.S3Options;
import dev.ose.keyring.Keyring;
import dev.ose.server.accounting.jdbc.JdbcMeterStore;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.accounting.metering.MeterRetention;
import dev.ose.server.admin.AdminServices;
import dev.ose.server.admin.FirstAdmin;
import dev.ose.server.admin.MetadataServices;
import dev.ose.server.admin.Passwords;
import dev.ose.server.admin.PlatformServices;
import dev.ose.server.admin.jdbc.JdbcAdminUserStore;
import dev.ose.server.admin.jdbc.JdbcMemberLoginStore;
import dev.ose.server.bucket.DeletedBucketCleanup;
import dev.ose.server.bucket.jdbc.JdbcBucketTransfers;
import dev.ose.server.bucket.jdbc.JdbcGrantStore;
import dev.ose.server.bucket.ownership.BucketOwnership;
import dev.ose.server.bucket.ownership.BucketReassignment;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.catalog.compaction.SegmentCompactor;
import dev.ose.server.catalog.jdbc.DeletedBucketRows;
import dev.ose.server.catalog.jdbc.JdbcCompactionTables;
import dev.ose.server.catalog.jdbc.JdbcSearchTables;
import dev.ose.server.catalog.search.ObjectSearch;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.Database;
import dev.ose.server.event.WebhookDispatcher;
import dev.ose.server.event.Webhooks;
import dev.ose.server.event.jdbc.JdbcOutbox;
import dev.ose.server.event.jdbc.JdbcWebhookStore;
import dev.ose.server.event.webhook.HttpEventSender;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.federation.IdentityProviderStore;
import dev.ose.server.iam.federation.JitUserProvisioning;
import dev.ose.server.iam.federation.WebIdentities;
import dev.ose.server.iam.jdbc.JdbcFederatedUserStore;
import dev.ose.server.iam.jdbc.JdbcIdentityProviderStore;
import dev.ose.server.iam.oidc.JoseTokenVerifier;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.platform.jdbc.JdbcProbeStore;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import dev.ose.server.sync.BucketAdoption;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Reconciliation;
import dev.ose.server.tenant.ReconciliationSchedule;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.Roles;
import dev.ose.server.tenant.credential.UserPolicies;
import dev.ose.server.tenant.jdbc.JdbcAccountDeletions;
import dev.ose.server.tenant.jdbc.JdbcAssumableRoleStore;
import dev.ose.server.tenant.jdbc.JdbcCredentialStore;
import dev.ose.server.tenant.jdbc.JdbcPlatformMappingStore;
import dev.ose.server.tenant.jdbc.JdbcPrincipalDirectory;
import dev.ose.server.tenant.jdbc.JdbcReconciliationRuns;
import dev.ose.server.tenant.jdbc.JdbcTenantStore;
import dev.ose.server.tenant.jdbc.JdbcUserPolicyStore;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Brings up, beside Spring, what the admin API and the data path stand on: database, keys, platform, domain. Both take
 * a second, and on two processors they take it together.
 */
final class DomainFactory implements Supplier<AdminServices> {

    private static final String PLATFORM = "main";

    /** Within which all nodes hear that a user is disabled. */
    private static final Duration HEARING = Duration.ofSeconds(1);

    private final Needs needs;
    private final CompletableFuture<Domain> ready = new CompletableFuture<>();

    /** What there is once the start is over. */
    record Domain(
            PlatformRegistry platforms,
            AdminServices admin,
            IamApi iam,
            Sharing sharing,
            SharingAdoption shares,
            ObjectServices objects,
            Jobs jobs) {}

    /** What the start works with. */
    record Needs(
            Configuration configuration,
            PlatformSource platform,
            DataDirectory directory,
            Parts parts,
            Jobs jobs,
            Passwords passwords,
            SecureRandom random,
            Clock clock) {}

    private DomainFactory(Needs needs) {
        this.needs = needs;
    }

    /** Begins on a thread of its own and returns at once; what it starts it adds to the parts. */
    static DomainFactory begin(Needs needs) {
        DomainFactory start = new DomainFactory(needs);
        Thread.ofPlatform().name("domain-start").start(start::run);
        return start;
    }

    /** Blocks until the start is over; throws what it threw. */
    Domain await() {
        try {
            return ready.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public AdminServices get() {
        return await().admin();
    }

    private void run() {
        try {
            ready.complete(start());
        } catch (SQLException e) {
            ready.completeExceptionally(StartFailures.explain(e));
        } catch (RuntimeException | LinkageError e) {
            ready.completeExceptionally(e);
        }
    }

    private void sweepGoneBuckets(Database database) {
        needs.parts()
                .add(
                        "sweep of gone buckets",
                        DeletedBucketCleanup.start(
                                needs.jobs(), new DeletedBucketRows(database), new AdvisoryLocks(database)));
    }

    private Keyring keyring() {
        return Keyring.open(needs.configuration()
                .find(NodeOptions.KEYRING_FILE)
                .orElse(needs.directory().resolve("keyring.json")));
    }

    private Database database() throws SQLException {
        return new DatabaseFactory(
                        needs.configuration(),
                        needs.directory(),
                        needs.parts(),
                        needs.jobs().events())
                .start();
    }

    private StoragePlatform platform(Database database, Keyring keyring) {
        return needs.parts()
                .add(
                        "platform",
                        needs.platform()
                                .start(
                                        needs.configuration(),
                                        needs.directory(),
                                        database.dataSource(),
                                        keyring,
                                        needs.clock()));
    }

    private Domain start() throws SQLException {
        Keyring keyring = keyring();
        Database database = database();
        StoragePlatform platform = platform(database, keyring);
        PlatformRegistry platforms = register(platform, database);
        Credentials credentials =
                new Credentials(new JdbcCredentialStore(database, keyring), needs.random(), needs.clock());
        JdbcTenantStore tenants = new JdbcTenantStore(database);
        JdbcUserStore users = new JdbcUserStore(database, keyring);
        Provisioning provisioning =
                new Provisioning(tenants, users, platforms, credentials, needs.random(), needs.clock());
        JdbcPlatformMappingStore mappings = new JdbcPlatformMappingStore(database, keyring);
        AccountDeletion removal = new AccountDeletion(
                tenants,
                users,
                mappings,
                new JdbcAccountDeletions(database),
                platforms,
                needs.jobs().events());
        JdbcAdminUserStore admins = new JdbcAdminUserStore(database);
        new FirstAdmin(admins, needs.passwords(), needs.random()).makeIfNone(needs.directory());
        ObjectServices objects = objects(database, keyring);
        keepMetering(database);
        sweepGoneBuckets(database);
        IdentityProviderStore providers = new JdbcIdentityProviderStore(database);
        Sharing sharing = sharing(database, platforms);
        SharingAdoption shares = new SharingAdoption(sharing, objects.bucketOwners(), objects.owners());
        AdminServices admin = new AdminServices(
                provisioning,
                removal,
                credentials,
                new PlatformServices(
                        platforms,
                        new JdbcProbeStore(database),
                        objects.notices(database),
                        new JdbcReconciliationRuns(database)),
                platforms.named(PLATFORM).orElseThrow(),
                admins,
                new JdbcMemberLoginStore(database),
                providers,
                new Reconciliation(mappings, platforms, removal, new AdvisoryLocks(database)),
                new JdbcMeterStore(database),
                metadata(database, keyring, provisioning, platforms, shares, objects));
        platform.reportOwnChanges(
                objects.changes(platforms.named(PLATFORM).orElseThrow().id(), database));
        Domain domain = new Domain(
                platforms,
                admin,
                iam(database, provisioning, credentials, providers),
                sharing,
                shares,
                objects,
                needs.jobs());
        deliverEvents(database, keyring);
        compact(database);
        reconcile(admin);
        return domain;
    }

    private Sharing sharing(Database database, PlatformRegistry platforms) {
        return new Sharing(
                new JdbcPrincipalDirectory(database),
                platforms::principalNames,
                new JdbcGrantStore(database),
                needs.random());
    }

    /** Where it is wanted, begins to compare users with the platform by schedule. */
    private void reconcile(AdminServices admin) {
        Configuration configuration = needs.configuration();
        ReconciliationSchedule.Pace pace = new ReconciliationSchedule.Pace(
                configuration.get(ReconciliationOptions.INTERVAL),
                configuration.get(ReconciliationOptions.REPAIR),
                configuration.get(ReconciliationOptions.USERS_PER_SECOND));
        if (pace.interval().isPositive()) {
            needs.parts()
                    .add(
                            "reconciliation",
                            new ReconciliationSchedule(
                                            needs.jobs(),
                                            admin.reconciliation(),
                                            admin.platforms().reconciliations(),
                                            pace)
                                    .start());
        }
    }

    private IamApi iam(
            Database database, Provisioning provisioning, Credentials credentials, IdentityProviderStore providers) {
        Roles roles = new Roles(new JdbcAssumableRoleStore(database), needs.clock());
        JoseTokenVerifier verifier = needs.parts()
                .add(
                        "token verifier",
                        new JoseTokenVerifier(ConfiguredRoutes.of(needs.configuration()), needs.clock()));
        JitUserProvisioning users = new JitUserProvisioning(new JdbcFederatedUserStore(database), provisioning);
        return new IamApi(
                provisioning,
                credentials,
                new UserPolicies(new JdbcUserPolicyStore(database)),
                roles,
                new WebIdentities(providers, verifier, users, credentials, roles, needs.clock()));
    }

    /** Where it is wanted, begins to fold objects. */
    private void compact(Database database) {
        Configuration configuration = needs.configuration();
        if (!configuration.get(MetadataOptions.COMPACTION)) {
            return;
        }
        SegmentCompactor.Pace pace = new SegmentCompactor.Pace(
                configuration.get(MetadataOptions.COMPACTION_AFTER),
                configuration.get(MetadataOptions.COMPACTION_OBJECTS_PER_SECOND));
        needs.parts()
                .add(
                        "object folder",
                        SegmentCompactor.start(
                                needs.jobs(),
                                new JdbcCompactionTables(database),
                                new AdvisoryLocks(database),
                                needs.clock(),
                                pace));
    }

    private MetadataServices metadata(
            Database database,
            Keyring keyring,
            Provisioning provisioning,
            PlatformRegistry platforms,
            SharingAdoption shares,
            ObjectServices objects) {
        JdbcBucketTransfers gifts = new JdbcBucketTransfers(database);
        BucketOwnership ownership = new BucketOwnership(provisioning, platforms, gifts, new AdvisoryLocks(database));
        return new MetadataServices(
                objects.bucketDirectory(),
                objects.buckets(),
                objects.counters(),
                new JdbcQuotaStore(database),
                objects.syncRuns(),
                objects.bucketLabels(),
                new ObjectSearch(new JdbcSearchTables(database), System::nanoTime),
                new Webhooks(new JdbcWebhookStore(database, keyring), needs.random()),
                new BucketAdoption(
                        provisioning,
                        platforms,
                        objects.buckets(),
                        objects.syncRuns(),
                        shares,
                        needs.configuration().get(S3Options.REGION)),
                ownership,
                new BucketReassignment(provisioning, ownership, gifts, HEARING));
    }

    private void deliverEvents(Database database, Keyring keyring) {
        HttpEventSender sender = needs.parts()
                .add(
                        "event sender",
                        HttpEventSender.open(
                                needs.configuration().get(S3Options.REGION),
                                ConfiguredRoutes.of(needs.configuration()).forForeignAddresses(),
                                needs.clock()));
        needs.parts()
                .add("event courier", WebhookDispatcher.start(needs.jobs(), new JdbcOutbox(database, keyring), sender));
    }

    /** Begins to forget what was used too long ago, where anything is forgotten at all. */
    private void keepMetering(Database database) {
        int days = needs.configuration().get(MeteringOptions.RETENTION_DAYS);
        if (days > 0) {
            needs.parts()
                    .add(
                            "meter retention",
                            MeterRetention.start(
                                    needs.jobs(),
                                    new JdbcMeterStore(database),
                                    new AdvisoryLocks(database),
                                    Duration.ofDays(days),
                                    needs.clock()));
        }
    }

    /** What S3 requests ask the database for. */
    private ObjectServices objects(Database database, Keyring keyring) {
        return ObjectServices.start(
                new ObjectServices.Needs(database, needs.jobs(), needs.parts()),
                keyring,
                needs.directory().identity(),
                journal(),
                needs.configuration().get(MetadataOptions.LIST));
    }

    /** Where writes go while the database is away. */
    private Optional<Path> journal() {
        return switch (needs.configuration().get(MetadataOptions.ON_OUTAGE)) {
            case JOURNAL -> Optional.of(needs.directory().resolve("outage.journal"));
            case REJECT -> Optional.empty();
        };
    }

    private static PlatformRegistry register(StoragePlatform platform, Database database) {
        try {
            return PlatformRegistry.register(Map.of(PLATFORM, platform), new JdbcPlatformStore(database));
        } catch (FailureException e) {
            throw e.failure() instanceof Failure.Invalid invalid
                    ? new StartException(
                            Code.PLATFORM,
                            "The platform cannot be " + platform.info().kind() + ": " + invalid.rule() + ". Correct "
                                    + PlatformOptions.KIND.key() + ", or use another database.",
                            e)
                    : e;
        }
    }
}
