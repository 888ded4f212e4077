package dev.ose.server.database;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.s3.BucketName;
import dev.ose.server.app.config.NodeBeans;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ownership.BucketOwnership;
import dev.ose.server.bucket.ownership.BucketReassignment;
import dev.ose.server.bucket.ownership.BucketTransfers;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.federation.FederatedUserStore;
import dev.ose.server.iam.federation.TokenVerifier;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListFilter;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListedBucket;
import dev.ose.server.pagination.jdbc.JdbcListReader;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.sync.jdbc.JdbcVersioningTables;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.AccountDeletionStore;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Reconciliation;
import dev.ose.server.tenant.ReservedCredentials;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.TenantStore;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.UserStore;
import dev.ose.server.tenant.credential.CredentialStore;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.Roles;
import dev.ose.testkit.TestDatabase;
import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** One node's stores on a database, with a platform in memory. */
@StartsServer
public final class StoreFixture implements AutoCloseable {

    private static final String PLATFORMS = "platformRegistry";
    private static final String TRANSFERS = "bucketTransfers";

    public final Database database;
    public final Keyring keyring;
    public final TenantStore tenants;
    public final UserStore users;
    public final CredentialStore credentialStore;
    public final Credentials credentials;
    public final BucketStore buckets;
    public final MemoryPlatform memoryPlatform = new MemoryPlatform();
    public final Provisioning provisioning;
    public final Platform platform;
    /** Reported by {@link #removal}. */
    public final List<OperatorEvent> events = new CopyOnWriteArrayList<>();

    private final NodeBeans beans;

    public StoreFixture(TestDatabase target) {
        this(options(target), newKeyring());
    }

    public StoreFixture(DatabaseSettings options, Keyring keyring) {
        this.database = new Database(options);
        this.keyring = keyring;
        this.platform = new JdbcPlatformStore(database).register("main", info("embedded"));
        this.beans = new NodeBeans(Map.of(
                "database",
                database,
                "keyring",
                keyring,
                PLATFORMS,
                memoryPlatform,
                "platform",
                platform,
                "catchUp",
                CatchUp.NOT_NEEDED,
                "secureRandom",
                new SecureRandom(),
                "clock",
                Clock.systemUTC(),
                "operatorEvents",
                (OperatorEvents) events::add));
        this.tenants = beans.bean(TenantStore.class);
        this.users = beans.bean(UserStore.class);
        this.credentialStore = beans.bean(CredentialStore.class);
        this.credentials = beans.bean(Credentials.class);
        this.buckets = beans.bean(BucketStore.class);
        this.provisioning = beans.bean(Provisioning.class);
    }

    /** Another object that the node's configurations make. */
    public <T> T bean(Class<T> type) {
        return beans.bean(type);
    }

    /** On a machine that is busy with other tests, any statement may take long. */
    public static DatabaseSettings options(TestDatabase target) {
        return DatabaseSettings.of(
                        target.jdbcUrl(),
                        target.server().user(),
                        target.server().withPassword(p -> Secret.of(new String(p))))
                .with(new DatabaseSettings.Pool(
                        8, Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(30)))
                .patient(Duration.ofMinutes(1));
    }

    public static Keyring newKeyring() {
        try {
            Path directory = Files.createTempDirectory("ose-keyring");
            Keyring keyring = Keyring.open(directory.resolve("keys.json"));
            Files.delete(directory.resolve("keys.json"));
            Files.delete(directory);
            return keyring;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@link #provisioning}, with other rows of users. */
    public Provisioning provisioning(UserStore rows) {
        return beans.with("userStore", rows).bean(Provisioning.class);
    }

    /** As {@link #provisioning}, on another platform, possibly shared with another node. */
    public Provisioning provisioning(PlatformAdministration shared) {
        return beans.with(PLATFORMS, shared).bean(Provisioning.class);
    }

    /** Deletes users and tenants in OSE and on the platform. */
    public AccountDeletion removal(PlatformAdministration platforms) {
        return beans.with(PLATFORMS, platforms).bean(AccountDeletion.class);
    }

    /** As {@link #removal}, with other rows. */
    public AccountDeletion removal(PlatformAdministration platforms, AccountDeletionStore rows) {
        return beans.with(Map.of(PLATFORMS, platforms, "accountDeletionStore", rows))
                .bean(AccountDeletion.class);
    }

    /** Compares all rows with that platform. */
    public Reconciliation reconciliation(PlatformAdministration platforms) {
        return beans.with(PLATFORMS, platforms).bean(Reconciliation.class);
    }

    /** Transfers buckets in OSE and on the platform. */
    public BucketOwnership ownership(PlatformAdministration platforms, BucketTransfers transfers) {
        return beans.with(Map.of(PLATFORMS, platforms, TRANSFERS, transfers)).bean(BucketOwnership.class);
    }

    /** Transfers all buckets of users; a deactivation reaches all nodes at once. */
    public BucketReassignment inheritance(PlatformAdministration platforms, BucketTransfers transfers) {
        return new BucketReassignment(provisioning, ownership(platforms, transfers), transfers, Duration.ZERO);
    }

    /** As {@link #provisioning}, but dies at that step. */
    public Provisioning dying(int step) {
        return dying(new FaultInjector.Fuse(step));
    }

    public Provisioning dying(FaultInjector.Fuse fuse) {
        return beans.with(Map.of(
                        "tenantStore",
                        fuse.guard(TenantStore.class, tenants),
                        "userStore",
                        fuse.guard(UserStore.class, users),
                        PLATFORMS,
                        fuse.guard(PlatformAdministration.class, memoryPlatform),
                        "credentials",
                        fuse.guard(ReservedCredentials.class, credentials)))
                .bean(Provisioning.class);
    }

    /** IAM and STS of a node, with tokens verified by {@code verifier} at the time of {@code clock}. */
    public IamApi iam(TokenVerifier verifier, Clock clock) {
        return iam(verifier, clock, provisioning, bean(FederatedUserStore.class));
    }

    /** IAM and STS of a node with another provisioning of users. Only tokens depend on {@code clock}. */
    public IamApi iam(TokenVerifier verifier, Clock clock, Provisioning maker, FederatedUserStore bindings) {
        return beans.with(Map.of(
                        "tokenVerifier",
                        verifier,
                        "clock",
                        clock,
                        "provisioning",
                        maker,
                        "federatedUserStore",
                        bindings,
                        "credentials",
                        credentials,
                        "roles",
                        bean(Roles.class)))
                .bean(IamApi.class);
    }

    /** A tenant with one user of the same name. */
    public Holder holder(String name) {
        Tenant tenant = provisioning.createTenant(name, platform.id());
        return new Holder(tenant, provisioning.createUser(tenant.id(), name, Role.TENANT_ADMIN));
    }

    /** Writes rows as completed writes do. */
    public void write(Map<ObjectAddress, ObjectFacts> rows) {
        database.transact(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            sql.writeRows(rows);
            sql.execute();
            return rows;
        });
    }

    /** A bucket of the holder's user. */
    public Bucket bucket(Holder holder, String name) {
        TenantId tenant = holder.tenant().id();
        UserId user = holder.made().user().id();
        BucketClaim claim = buckets.claim(tenant, user, platform.id(), new BucketName(name), "default");
        if (!buckets.confirm(tenant, user, claim.bucket())) {
            throw new AssertionError("the claim of " + name + " is gone");
        }
        new JdbcVersioningTables(database).settle(claim.bucket(), false);
        // The first with the prefix: a name sorts before those that it begins.
        return listBuckets(tenant, name, 1).getFirst();
    }

    /** The tenant's buckets whose names start with the prefix, in byte order of their names. */
    public List<Bucket> listBuckets(TenantId tenant, String prefix, int limit) {
        ListFilter filter = new ListFilter.StartsWith(AdminList.BUCKETS.key(), prefix);
        ListQuery query = new ListQuery(filter, AdminList.BUCKETS.defaultOrder(), null, limit, false);
        return new JdbcListReader(database)
                .buckets(tenant, null, query).items().stream()
                        .map(ListedBucket::bucket)
                        .toList();
    }

    /** Deletes the bucket as if the platform had. */
    public void delete(Bucket bucket) {
        if (!buckets.completeDeletion(bucket.tenant(), buckets.beginDeletion(bucket.tenant(), bucket))) {
            throw new AssertionError("the deletion was stopped");
        }
    }

    @Override
    public void close() {
        beans.close();
        database.close();
    }

    /** A tenant and its first user. */
    public record Holder(Tenant tenant, Provisioning.NewUser made) {}

    /** A platform of that kind, as its adapter describes it. */
    public static PlatformInfo info(String kind) {
        return new PlatformInfo(kind, "1", URI.create("http://127.0.0.1:9000"), "default", Set.of(), Set.of());
    }
}
