package dev.ose.server.store;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketGifts;
import dev.ose.server.bucket.BucketOwnership;
import dev.ose.server.bucket.Inheritance;
import dev.ose.server.credential.CredentialStore;
import dev.ose.server.credential.Credentials;
import dev.ose.server.credential.Roles;
import dev.ose.server.credential.UserPolicies;
import dev.ose.server.federation.FederatedUserStore;
import dev.ose.server.federation.TokenUsers;
import dev.ose.server.federation.TokenVerifier;
import dev.ose.server.federation.WebIdentities;
import dev.ose.server.iam.IamApi;
import dev.ose.server.object.ObjectAddress;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformAdministration;
import dev.ose.server.tenancy.Provisioning;
import dev.ose.server.tenancy.Removal;
import dev.ose.server.tenancy.RemovalStore;
import dev.ose.server.tenancy.ReservedCredentials;
import dev.ose.server.tenancy.Role;
import dev.ose.server.tenancy.Tenant;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.TenantStore;
import dev.ose.server.tenancy.UserId;
import dev.ose.server.tenancy.UserStore;
import dev.ose.testkit.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** One node's stores on a database, with a platform that exists only in memory. */
final class StoreFixture implements AutoCloseable {

    final Database database;
    final Keyring keyring;
    final TenantStore tenants;
    final UserStore users;
    final CredentialStore credentialStore;
    final Credentials credentials;
    final JdbcBucketStore buckets;
    final MemoryPlatform memoryPlatform = new MemoryPlatform();
    final Provisioning provisioning;
    final Platform platform;

    StoreFixture(TestDatabase target) {
        this(options(target), newKeyring());
    }

    StoreFixture(DatabaseOptions options, Keyring keyring) {
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

    /** A machine that is busy with other tests may take long over any statement. */
    static DatabaseOptions options(TestDatabase target) {
        return DatabaseOptions.of(
                        target.jdbcUrl(),
                        target.server().user(),
                        target.server().withPassword(p -> Secret.of(new String(p))))
                .with(new DatabaseOptions.Pool(
                        8, Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(30)))
                .patient(Duration.ofMinutes(1));
    }

    static Keyring newKeyring() {
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
    Provisioning provisioning(UserStore rows) {
        return new Provisioning(tenants, rows, memoryPlatform, credentials, new SecureRandom(), Clock.systemUTC());
    }

    /** As {@link #provisioning}, on another platform, or on the one that another node has, too. */
    Provisioning provisioning(PlatformAdministration shared) {
        return new Provisioning(tenants, users, shared, credentials, new SecureRandom(), Clock.systemUTC());
    }

    /** Removes users and tenants here and there. */
    Removal removal(PlatformAdministration platforms) {
        return removal(platforms, new JdbcRemovals(database));
    }

    /** As {@link #removal}, with other rows. */
    Removal removal(PlatformAdministration platforms, RemovalStore rows) {
        return new Removal(tenants, users, new JdbcMappingStore(database, keyring), rows, platforms);
    }

    /** Gives buckets away, here and there. */
    BucketOwnership ownership(PlatformAdministration platforms, BucketGifts gifts) {
        return new BucketOwnership(provisioning, platforms, gifts, new AdvisoryLocks(database));
    }

    /** Gives all buckets of users away, whom everybody takes no time to hear of. */
    Inheritance inheritance(PlatformAdministration platforms, BucketGifts gifts) {
        return new Inheritance(provisioning, ownership(platforms, gifts), gifts, Duration.ZERO);
    }

    /** As {@link #provisioning}, but dies at that step. */
    Provisioning dying(int step) {
        return dying(new Crash.Fuse(step));
    }

    Provisioning dying(Crash.Fuse fuse) {
        return new Provisioning(
                fuse.guard(TenantStore.class, tenants),
                fuse.guard(UserStore.class, users),
                fuse.guard(PlatformAdministration.class, memoryPlatform),
                fuse.guard(ReservedCredentials.class, credentials),
                new SecureRandom(),
                Clock.systemUTC());
    }

    /** IAM and STS as a node answers them, with tokens looked at by {@code verifier} at the time of {@code clock}. */
    IamApi iam(TokenVerifier verifier, Clock clock) {
        return iam(verifier, clock, provisioning, new JdbcFederatedUserStore(database));
    }

    /** The same, with other makers of users. */
    IamApi iam(TokenVerifier verifier, Clock clock, Provisioning maker, FederatedUserStore bindings) {
        Roles roles = new Roles(new JdbcAssumableRoleStore(database), Clock.systemUTC());
        return new IamApi(
                provisioning,
                credentials,
                new UserPolicies(new JdbcUserPolicyStore(database)),
                roles,
                new WebIdentities(
                        new JdbcIdentityProviderStore(database),
                        verifier,
                        new TokenUsers(bindings, maker),
                        credentials,
                        roles,
                        clock));
    }

    /** A tenant with one user of the same name. */
    Holder holder(String name) {
        Tenant tenant = provisioning.createTenant(name, platform.id());
        return new Holder(tenant, provisioning.createUser(tenant.id(), name, Role.TENANT_ADMIN));
    }

    /** Writes rows as writes make them. */
    void write(Map<ObjectAddress, ObjectFacts> rows) {
        database.transact(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            sql.writeRows(rows);
            sql.execute();
            return rows;
        });
    }

    /** A bucket of the holder's user. */
    Bucket bucket(Holder holder, String name) {
        TenantId tenant = holder.tenant().id();
        UserId user = holder.made().user().id();
        BucketClaim claim = buckets.claim(tenant, user, platform.id(), new BucketName(name), "default");
        if (!buckets.confirm(tenant, user, claim.bucket())) {
            throw new AssertionError("the claim of " + name + " is gone");
        }
        new JdbcVersioningTables(database).settle(claim.bucket(), false);
        // The first with the prefix, since a name comes before those that it begins.
        return buckets.list(tenant, name, "", 1).getFirst();
    }

    /** Deletes it as if the platform agreed. */
    void delete(Bucket bucket) {
        if (!buckets.completeDeletion(bucket.tenant(), buckets.beginDeletion(bucket.tenant(), bucket))) {
            throw new AssertionError("the deletion was stopped");
        }
    }

    @Override
    public void close() {
        database.close();
    }

    /** A tenant and its first user. */
    record Holder(Tenant tenant, Provisioning.NewUser made) {}

    /** A platform of that kind, as its adapter describes it. */
    static PlatformInfo info(String kind) {
        return new PlatformInfo(kind, "1", URI.create("http://127.0.0.1:9000"), "default", Set.of(), Set.of());
    }
}
