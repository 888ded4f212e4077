package dev.ose.server.database;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.jdbc.JdbcBucketStore;
import dev.ose.server.bucket.ownership.BucketOwnership;
import dev.ose.server.bucket.ownership.BucketReassignment;
import dev.ose.server.bucket.ownership.BucketTransfers;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.federation.FederatedUserStore;
import dev.ose.server.iam.federation.JitUserProvisioning;
import dev.ose.server.iam.federation.TokenVerifier;
import dev.ose.server.iam.federation.WebIdentities;
import dev.ose.server.iam.jdbc.JdbcFederatedUserStore;
import dev.ose.server.iam.jdbc.JdbcIdentityProviderStore;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.sync.jdbc.JdbcVersioningTables;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.AccountDeletionStore;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Provisioning;
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
import dev.ose.server.tenant.credential.UserPolicies;
import dev.ose.server.tenant.jdbc.JdbcAccountDeletions;
import dev.ose.server.tenant.jdbc.JdbcAssumableRoleStore;
import dev.ose.server.tenant.jdbc.JdbcCredentialStore;
import dev.ose.server.tenant.jdbc.JdbcPlatformMappingStore;
import dev.ose.server.tenant.jdbc.JdbcTenantStore;
import dev.ose.server.tenant.jdbc.JdbcUserPolicyStore;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import dev.ose.testkit.TestDatabase;
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
public final class StoreFixture implements AutoCloseable {

    public final Database database;
    public final Keyring keyring;
    public final TenantStore tenants;
    public final UserStore users;
    public final CredentialStore credentialStore;
    public final Credentials credentials;
    public final JdbcBucketStore buckets;
    public final MemoryPlatform memoryPlatform = new MemoryPlatform();
    public final Provisioning provisioning;
    public final Platform platform;

    public StoreFixture(TestDatabase target) {
        this(options(target), newKeyring());
    }

    public StoreFixture(DatabaseSettings options, Keyring keyring) {
        this.database = new Database(options);
        this.keyring = keyring;
        this.tenants = new JdbcTenantStore(database);
        this.users = new JdbcUserStore(database, keyring);
        this.credentialStore = new JdbcCredentialStore(database, keyring);
        this.credentials = new Credentials(credentialStore, new SecureRandom(), Clock.systemUTC());
        this.buckets = new JdbcBucketStore(database);
        this.provisioning = provisioning(memoryPlatform);
        this.platform = new JdbcPlatformStore(database).register("main", info("embedded"));
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
        return new Provisioning(tenants, rows, memoryPlatform, credentials, new SecureRandom(), Clock.systemUTC());
    }

    /** As {@link #provisioning}, on another platform, possibly shared with another node. */
    public Provisioning provisioning(PlatformAdministration shared) {
        return new Provisioning(tenants, users, shared, credentials, new SecureRandom(), Clock.systemUTC());
    }

    /** Deletes users and tenants in OSE and on the platform. */
    public AccountDeletion removal(PlatformAdministration platforms) {
        return removal(platforms, new JdbcAccountDeletions(database));
    }

    /** The operator events of {@link #removal}. */
    public final List<OperatorEvent> events = new CopyOnWriteArrayList<>();

    /** As {@link #removal}, with other rows. */
    public AccountDeletion removal(PlatformAdministration platforms, AccountDeletionStore rows) {
        return new AccountDeletion(
                tenants, users, new JdbcPlatformMappingStore(database, keyring), rows, platforms, events::add);
    }

    /** Transfers buckets in OSE and on the platform. */
    public BucketOwnership ownership(PlatformAdministration platforms, BucketTransfers gifts) {
        return new BucketOwnership(provisioning, platforms, gifts, new AdvisoryLocks(database));
    }

    /** Transfers all buckets of users; a deactivation reaches all nodes at once. */
    public BucketReassignment inheritance(PlatformAdministration platforms, BucketTransfers gifts) {
        return new BucketReassignment(provisioning, ownership(platforms, gifts), gifts, Duration.ZERO);
    }

    /** As {@link #provisioning}, but dies at that step. */
    public Provisioning dying(int step) {
        return dying(new FaultInjector.Fuse(step));
    }

    public Provisioning dying(FaultInjector.Fuse fuse) {
        return new Provisioning(
                fuse.guard(TenantStore.class, tenants),
                fuse.guard(UserStore.class, users),
                fuse.guard(PlatformAdministration.class, memoryPlatform),
                fuse.guard(ReservedCredentials.class, credentials),
                new SecureRandom(),
                Clock.systemUTC());
    }

    /** IAM and STS of a node, with tokens verified by {@code verifier} at the time of {@code clock}. */
    public IamApi iam(TokenVerifier verifier, Clock clock) {
        return iam(verifier, clock, provisioning, new JdbcFederatedUserStore(database));
    }

    /** IAM and STS of a node with another provisioning of users. */
    public IamApi iam(TokenVerifier verifier, Clock clock, Provisioning maker, FederatedUserStore bindings) {
        Roles roles = new Roles(new JdbcAssumableRoleStore(database), Clock.systemUTC());
        return new IamApi(
                provisioning,
                credentials,
                new UserPolicies(new JdbcUserPolicyStore(database)),
                roles,
                new WebIdentities(
                        new JdbcIdentityProviderStore(database),
                        verifier,
                        new JitUserProvisioning(bindings, maker),
                        credentials,
                        roles,
                        clock));
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
        return buckets.list(tenant, name, "", 1).getFirst();
    }

    /** Deletes the bucket as if the platform had. */
    public void delete(Bucket bucket) {
        if (!buckets.completeDeletion(bucket.tenant(), buckets.beginDeletion(bucket.tenant(), bucket))) {
            throw new AssertionError("the deletion was stopped");
        }
    }

    @Override
    public void close() {
        database.close();
    }

    /** A tenant and its first user. */
    public record Holder(Tenant tenant, Provisioning.NewUser made) {}

    /** A platform of that kind, as its adapter describes it. */
    public static PlatformInfo info(String kind) {
        return new PlatformInfo(kind, "1", URI.create("http://127.0.0.1:9000"), "default", Set.of(), Set.of());
    }
}
