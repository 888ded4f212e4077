package dev.ose.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.s3.BucketName;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.accounting.jdbc.CachedLimitDirectory;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.bucket.jdbc.CachedBucketDirectory;
import dev.ose.server.bucket.jdbc.JdbcGrantStore;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.PlacementStore;
import dev.ose.server.tenant.Placements;
import dev.ose.server.tenant.PlatformMapping;
import dev.ose.server.tenant.PlatformMappingStore;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.credential.CredentialTerms;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.NewCredential;
import dev.ose.server.tenant.jdbc.CachedIdentityDirectory;
import dev.ose.server.tenant.jdbc.CachedPlacedIdentities;
import dev.ose.testkit.CrashingPostgres;
import dev.ose.testkit.PostgresServer;
import dev.ose.testkit.TestDatabase;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one database: changes of one must invalidate the caches of the other. */
class CachedDirectoriesTest {

    private static final Duration REVOCATION = Duration.ofSeconds(1);

    private static PostgresServer server;
    private TestDatabase target;
    private Node writer;
    private Node reader;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        target = server.createMigrated();
        open(StoreFixture.options(target));
    }

    private void open(DatabaseSettings options) {
        Keyring keyring = StoreFixture.newKeyring();
        writer = new Node(options, keyring);
        reader = new Node(options, keyring);
        await().atMost(Duration.ofMinutes(1)).until(() -> reader.freshness.lag().compareTo(REVOCATION) < 0);
    }

    @AfterEach
    void close() {
        reader.close();
        writer.close();
    }

    @Test
    void identityCarriesEverythingTheDataPathNeeds() {
        Holder holder = writer.store.holder("acme");

        Identity identity = reader.identity(reserved(holder)).orElseThrow();

        assertThat(identity.key().secret()).isEqualTo(holder.made().reserved().secretKey());
        assertThat(identity.tenant()).isEqualTo(holder.tenant().id());
        assertThat(identity.user()).isEqualTo(holder.made().user().id());
        assertThat(identity.canonicalId()).isEqualTo(holder.made().user().canonicalId());
        assertThat(identity.platform()).isEqualTo(writer.store.platform.id());
        assertThat(identity.platformKey().secretKey().<String>use(String::new)).startsWith("platform secret");
        assertThat(identity.isActive(Instant.now())).isTrue();
        assertThat(reader.identity(new AccessKeyId("AKIANOBODY"))).isEmpty();
    }

    @Test
    void everyRevocationReachesTheOtherNode() {
        Holder holder = writer.store.holder("acme");
        var tenant = holder.tenant().id();
        var user = holder.made().user().id();
        NewCredential made = writer.store.credentials.create(tenant, user, CredentialTerms.unlimited(""));
        AccessKeyId key = made.credential().accessKey();

        change(() -> writer.store.provisioning.disableTenant(tenant), () -> !reader.isActive(key));
        change(() -> writer.store.provisioning.enableTenant(tenant), () -> reader.isActive(key));
        change(() -> writer.store.provisioning.disableUser(tenant, user), () -> !reader.isActive(key));
        change(() -> writer.store.provisioning.enableUser(tenant, user), () -> reader.isActive(key));
        change(() -> writer.store.credentials.disable(tenant, key), () -> !reader.isActive(key));
        change(() -> writer.store.credentials.enable(tenant, key), () -> reader.isActive(key));
        change(() -> writer.store.credentials.delete(tenant, key), () -> reader.identity(key)
                .isEmpty());
    }

    @Test
    void keyOnAFurtherPlatformThatIsReplacedReachesTheOtherNode() {
        Holder holder = writer.store.holder("acme");
        var tenant = holder.tenant().id();
        var user = holder.made().user().id();
        PlatformId second = new JdbcPlatformStore(writer.store.database)
                .register("second", StoreFixture.info("embedded"))
                .id();
        writer.store.bean(PlacementStore.class).allow(tenant, second, true);
        Identity caller = reader.identity(reserved(holder)).orElseThrow();
        PlatformKey first = writer.placed.on(second, caller).join().platformKey();
        assertThat(reader.placed.on(second, caller).join().platformKey()).isEqualTo(first);
        PlatformMappingStore mappings = writer.store.bean(PlatformMappingStore.class);
        PlatformMapping known = mappings.listFurther(user, user).getFirst();
        PlatformKey next = new PlatformKey("AKIANEXT", Secret.of("the next secret"));

        change(
                () -> assertThat(mappings.replacePlatformKey(known, next)).isTrue(),
                () -> reader.placed.on(second, caller).join().platformKey().equals(next));

        assertThat(reader.identity(reserved(holder)).orElseThrow().platformKey())
                .isEqualTo(caller.platformKey());
    }

    @Test
    void bucketIsFoundWithoutItsTenantAsLongAsThatIsActive() {
        Holder holder = writer.store.holder("acme");
        var tenant = holder.tenant().id();
        BucketName name = new BucketName("public-one");
        Bucket bucket = writer.store.bucket(holder, name.value());

        ForeignBucket found = reader.buckets.findPublicly(name).join().orElseThrow();
        assertThat(found.bucket()).isEqualTo(bucket);
        assertThat(found.platformTenant().value()).isNotEmpty();
        assertThat(reader.buckets.findPublicly(new BucketName("no-such-one")).join())
                .isEmpty();

        change(
                () -> writer.store.provisioning.disableTenant(tenant),
                () -> reader.buckets.findPublicly(name).join().isEmpty());
        writer.store.provisioning.enableTenant(tenant);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> reader.buckets.findPublicly(name).join().isPresent());
        writer.store.delete(bucket);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> reader.buckets.findPublicly(name).join().isEmpty());
    }

    @Test
    void bucketIsFoundByWhomItIsSharedWithAsLongAsItIs() {
        Holder owner = writer.store.holder("owner");
        Holder guest = writer.store.holder("guest");
        BucketName name = new BucketName("shared-one");
        Bucket bucket = writer.store.bucket(owner, name.value());
        JdbcGrantStore grants = new JdbcGrantStore(writer.store.database);
        Identity caller = reader.identity(reserved(guest)).orElseThrow();
        Grantee user = new Grantee.OfUser(caller.tenant(), caller.user());
        Grantee tenant = new Grantee.OfTenant(caller.tenant());
        Grantee other = new Grantee.OfUser(
                caller.tenant(),
                writer.store
                        .provisioning
                        .createUser(caller.tenant(), "other", Role.TENANT_USER)
                        .user()
                        .id());
        BooleanSupplier isFound =
                () -> reader.buckets.findShared(caller, name).join().isPresent();
        BooleanSupplier isNot =
                () -> reader.buckets.findShared(caller, name).join().isEmpty();
        assertThat(isNot.getAsBoolean()).isTrue();

        change(() -> grants.replace(bucket.id(), GrantSource.POLICY, Set.of(user, other)), isFound);
        change(() -> grants.replace(bucket.id(), GrantSource.POLICY, Set.of(other)), isNot);
        change(() -> grants.replace(bucket.id(), GrantSource.ACL, Set.of(tenant)), isFound);
        change(() -> writer.store.provisioning.disableTenant(owner.tenant().id()), isNot);
        change(() -> writer.store.provisioning.enableTenant(owner.tenant().id()), isFound);
        change(() -> grants.replace(bucket.id(), GrantSource.ACL, Set.of()), isNot);
        change(() -> grants.replace(bucket.id(), GrantSource.ACL, Set.of(new Grantee.Everybody())), isFound);
        ForeignBucket found = reader.buckets.findShared(caller, name).join().orElseThrow();
        assertThat(found.bucket()).isEqualTo(bucket);
        assertThat(found.platformTenant().value()).isNotEmpty();
        Identity itself = reader.identity(reserved(owner)).orElseThrow();
        assertThat(reader.buckets.findShared(itself, name).join()).isEmpty();

        change(() -> writer.store.delete(bucket), isNot);
        writer.store.bucket(owner, name.value());
        assertThat(isNot.getAsBoolean()).isTrue();
    }

    @Test
    void newKeyWorksAlthoughItsAbsenceWasRemembered() {
        Holder holder = writer.store.holder("acme");
        AccessKeyId reserved = reserved(holder);
        BucketName name = new BucketName("soon-there");
        assertThat(reader.bucket(holder, name)).isEmpty();
        Bucket bucket = writer.store.bucket(holder, name.value());

        await().atMost(Duration.ofMinutes(1))
                .until(() -> reader.bucket(holder, name).equals(Optional.of(bucket)));
        writer.store.database.update("DELETE FROM credential WHERE access_key = ?", reserved);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> reader.identity(reserved).isEmpty());
    }

    @Test
    void removedBucketIsForgottenAndItsNextLifeHasAnotherId() {
        Holder holder = writer.store.holder("acme");
        BucketName name = new BucketName("reborn");
        Bucket first = writer.store.bucket(holder, name.value());
        assertThat(reader.bucket(holder, name)).contains(first);

        change(() -> writer.store.delete(first), () -> reader.bucket(holder, name)
                .isEmpty());

        Bucket second = writer.store.bucket(holder, name.value());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> reader.bucket(holder, name).equals(Optional.of(second)));
    }

    @Test
    void bucketOfAnotherTenantIsNotThere() {
        Holder owner = writer.store.holder("owner");
        Holder rival = writer.store.holder("rival");
        BucketName name = new BucketName("private");
        writer.store.bucket(owner, name.value());

        assertThat(reader.bucket(owner, name)).isPresent();
        assertThat(reader.bucket(rival, name)).isEmpty();
    }

    @Test
    void changeWhoseNotificationIsLostIsFoundByTheEpoch() {
        Holder holder = writer.store.holder("acme");
        AccessKeyId key = reserved(holder);
        assertThat(reader.isActive(key)).isTrue();

        change(
                () -> writer.store.database.transact(connection -> {
                    // As if the notification of this one change were lost.
                    Database.update(connection, "SET LOCAL session_replication_role = replica");
                    Database.update(connection, "UPDATE tenant SET status = 'DISABLED'");
                    return Database.update(connection, "UPDATE config_epoch SET epoch = epoch + 1");
                }),
                () -> !reader.isActive(key));
    }

    @Test
    void changeMadeWhileTheListenerWasCutOffIsFound() {
        Holder holder = writer.store.holder("acme");
        AccessKeyId key = reserved(holder);
        assertThat(reader.isActive(key)).isTrue();

        change(
                () -> {
                    writer.store.database.all(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                    + " WHERE datname = current_database() AND query LIKE '%config_epoch%'"
                                    + " AND pid <> pg_backend_pid()",
                            row -> row.getBoolean(1));
                    writer.store.provisioning.disableTenant(holder.tenant().id());
                },
                () -> !reader.isActive(key));
    }

    @Test
    void knownIdentitiesGoOnWithoutTheDatabaseForFifteenMinutes() throws Exception {
        close();
        PostgresServer own = PostgresServer.start();
        target = own.createMigrated();
        open(StoreFixture.options(target));
        Holder holder = writer.store.holder("acme");
        AccessKeyId key = reserved(holder);
        AccessKeyId unknown = new AccessKeyId("AKIANOBODY");
        // Notifications of earlier changes may still arrive and invalidate entries; once up to date, entries stay.
        long madeBy = reader.freshness.nanos();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> reader.freshness.nanos() - reader.freshness.lag().toNanos() > madeBy);
        reader.identity(key);
        reader.identity(unknown);

        stopImmediately();

        assertThat(reader.isActive(key)).isTrue();
        assertUnavailable(new AccessKeyId("AKIAUNCACHED"));
        reader.skip(LookupCache.ABSENCE.plusMillis(1));
        assertUnavailable(unknown);
        reader.skip(Duration.ofMinutes(14));
        assertThat(reader.isActive(key)).isTrue();
        reader.skip(Duration.ofMinutes(1));
        assertUnavailable(key);
        own.close();
    }

    /**
     * A promoted standby that lacks the last changes reuses their numbers: its epoch is the same, its content is not.
     */
    @Test
    void nothingIsBelievedOfAServerThatAnotherOneTookOverFrom(@TempDir Path folder) throws Exception {
        close();
        try (CrashingPostgres own = CrashingPostgres.start(folder.resolve("own"))) {
            EmbeddedPostgres running = own.server();
            DatabaseSettings options = DatabaseSettings.of(
                    running.jdbcUrl(), running.user(), running.withPassword(word -> Secret.of(new String(word))));
            try (Database database = new Database(options)) {
                SchemaMigrator.migrate(database.dataSource());
            }
            open(options);
            Holder holder = writer.store.holder("acme");
            AccessKeyId key = reserved(holder);
            long madeBy = reader.freshness.nanos();
            await().atMost(Duration.ofMinutes(1))
                    .until(() ->
                            reader.freshness.nanos() - reader.freshness.lag().toNanos() > madeBy);
            assertThat(reader.isActive(key)).isTrue();
            writer.store.database.transact(connection -> {
                Database.update(connection, "SET LOCAL session_replication_role = replica");
                return Database.update(connection, "UPDATE tenant SET status = 'DISABLED'");
            });
            assertThat(reader.isActive(key)).as("not notified").isTrue();

            own.stopAtOnce();
            own.startAgain();

            await().atMost(Duration.ofMinutes(1)).until(() -> isKnownToBeDisabled(key));
        } finally {
            close();
            open();
        }
    }

    /** Connections of the pool may not have been found broken yet. */
    private boolean isKnownToBeDisabled(AccessKeyId key) {
        try {
            return reader.identity(key)
                    .filter(found -> !found.isActive(Instant.now()))
                    .isPresent();
        } catch (CompletionException unavailable) {
            return false;
        }
    }

    private void stopImmediately() throws Exception {
        int exit = new ProcessBuilder(
                        "kill", "-QUIT", Long.toString(target.server().pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(exit).isZero();
        await().atMost(Duration.ofMinutes(1)).until(() -> !target.server().isRunning());
    }

    private void assertUnavailable(AccessKeyId key) {
        assertThat(reader.identities.find(key, InetAddress.getLoopbackAddress()))
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isInstanceOf(Failure.MetadataUnavailable.class));
    }

    private static AccessKeyId reserved(Holder holder) {
        return new AccessKeyId(holder.made().reserved().accessKey());
    }

    /** A second is promised; on a busy machine only the notification can be tested, not its delay. */
    private static void change(Runnable change, BooleanSupplier seen) {
        change.run();
        await().atMost(Duration.ofMinutes(1)).until(seen::getAsBoolean);
    }

    /** One node's stores and caches, with a clock that can be advanced. */
    private static final class Node implements AutoCloseable {
        final StoreFixture store;
        final AtomicLong skipped = new AtomicLong();
        final CacheValidity freshness = new CacheValidity(() -> System.nanoTime() + skipped.get());
        final CachedIdentityDirectory identities;
        final CachedBucketDirectory buckets;
        final CachedPlacedIdentities placed;
        final ChangeListener listener;

        Node(DatabaseSettings options, Keyring keyring) {
            store = new StoreFixture(options, keyring);
            identities = new CachedIdentityDirectory(store.database, keyring, freshness);
            buckets = new CachedBucketDirectory(store.database, freshness);
            placed = new CachedPlacedIdentities(store.bean(Placements.class), freshness);
            listener = ChangeListener.start(
                    RecordedJobs.jobs(),
                    store.database,
                    freshness,
                    List.of(identities, buckets, placed, new CachedLimitDirectory(store.database, freshness)));
        }

        void skip(Duration time) {
            skipped.addAndGet(time.toNanos());
        }

        Optional<Identity> identity(AccessKeyId key) {
            return identities.find(key, InetAddress.getLoopbackAddress()).join();
        }

        boolean isActive(AccessKeyId key) {
            try {
                return identity(key)
                        .filter(found -> found.isActive(Instant.now()))
                        .isPresent();
            } catch (CompletionException e) {
                throw new AssertionError("the directory failed", e);
            }
        }

        Optional<Bucket> bucket(Holder holder, BucketName name) {
            return buckets.find(holder.tenant().id(), name).join();
        }

        @Override
        public void close() {
            listener.close();
            store.close();
        }
    }
}
