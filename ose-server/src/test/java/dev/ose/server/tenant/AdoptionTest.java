package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.jdbc.KeptSharing;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.database.FaultInjector;
import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.Regions;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.sync.BucketAdoption;
import dev.ose.server.sync.BucketAdoption.Adopted;
import dev.ose.server.sync.BucketAdoption.Outcome;
import dev.ose.server.sync.SyncRun;
import dev.ose.server.sync.jdbc.JdbcSyncRuns;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.testkit.PostgresFixture;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Users and buckets that existed on the platform before. */
class AdoptionTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;

    private final String mark = UUID.randomUUID().toString();
    private final PlatformTenantId legacy = new PlatformTenantId("legacy-" + mark);
    private Tenant tenant;
    private PlatformUserId stranger;

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @BeforeEach
    void makeTenant() {
        stranger = node.memoryPlatform.addStranger(legacy, mark);
        tenant = node.provisioning.adoptTenant("t-" + mark, node.platform.id(), legacy);
    }

    private User adopt() {
        return node.provisioning
                .adoptUser(tenant.id(), "ann", Role.TENANT_USER, stranger)
                .user();
    }

    @Test
    void adoptedUserIsTheOneThatWasThereAndGoesOnWithItsKeys() {
        User ann = adopt();

        assertThat(node.users.counterpart(tenant.id(), ann.id())).contains(stranger);
        assertThat(node.memoryPlatform.keys.get(stranger)).hasSize(1);
        assertThat(node.credentials.list(tenant.id(), ann.id()))
                .extracting(it -> it.kind())
                .containsExactlyInAnyOrder(CredentialKind.RESERVED, CredentialKind.USER);
        assertThat(node.credentials
                        .get(tenant.id(), new AccessKeyId("KEYOF" + mark))
                        .user())
                .isEqualTo(ann.id());
        assertThat(reconcile().findings()).isEmpty();
    }

    @Test
    void suspendedUserIsDisabled() {
        node.memoryPlatform.active.put(stranger, false);

        assertThat(adopt().status()).isEqualTo(Status.DISABLED);
    }

    @Test
    void userAdoptedWithCrashAtEveryStepHasNoTwin() {
        for (int step = 0; ; step++) {
            String name = mark + '-' + step;
            PlatformUserId there = node.memoryPlatform.addStranger(legacy, name);
            int before = node.memoryPlatform.users.size();

            boolean survived = survives(node.dying(step), name, there);
            if (!survived && node.users.findByName(tenant.id(), name).isEmpty()) {
                node.provisioning.adoptUser(tenant.id(), name, Role.TENANT_USER, there);
            }

            User made = node.provisioning.userNamed(tenant.id(), name);
            assertThat(node.users.counterpart(tenant.id(), made.id())).contains(there);
            assertThat(node.memoryPlatform.users).hasSize(before);
            assertThat(node.memoryPlatform.keys.get(there)).hasSize(1);
            assertThat(node.credentials.list(tenant.id(), made.id())).hasSize(2);
            if (survived) {
                assertThat(step).isGreaterThan(12);
                return;
            }
        }
    }

    private boolean survives(Provisioning dying, String name, PlatformUserId there) {
        try {
            dying.adoptUser(tenant.id(), name, Role.TENANT_USER, there);
            return true;
        } catch (FaultInjector died) {
            return false;
        }
    }

    @Test
    void interruptedAdoptionIsNotFinishedAsAnotherUser() {
        User begun = node.users.claim(tenant.id(), draft("halfway"), stranger);

        assertInvalid(() -> node.provisioning.createUser(tenant.id(), "halfway", Role.TENANT_USER));
        assertInvalid(() -> node.provisioning.adoptUser(
                tenant.id(), "halfway", Role.TENANT_USER, node.memoryPlatform.addStranger(legacy, mark + "-other")));
        assertThat(node.provisioning
                        .adoptUser(tenant.id(), "halfway", Role.TENANT_USER, stranger)
                        .user()
                        .id())
                .isEqualTo(begun.id());
    }

    private User draft(String name) {
        return new User(
                new UserId(UUID.randomUUID()),
                tenant.id(),
                name,
                Role.TENANT_USER,
                Status.ACTIVE,
                new CanonicalId(mark.replace("-", "").repeat(2)),
                Instant.EPOCH);
    }

    @Test
    void platformUserIsAdoptedOnlyOnce() {
        User made = node.provisioning
                .createUser(tenant.id(), "made", Role.TENANT_USER)
                .user();
        PlatformUserId counterpart =
                node.users.counterpart(tenant.id(), made.id()).orElseThrow();
        Tenant sharing = node.provisioning.adoptTenant("s-" + mark, node.platform.id(), legacy);
        adopt();

        assertInvalid(() -> node.provisioning.adoptUser(tenant.id(), "twin", Role.TENANT_USER, stranger));
        assertInvalid(() -> node.provisioning.adoptUser(sharing.id(), "twin", Role.TENANT_USER, stranger));
        assertInvalid(() -> node.provisioning.adoptUser(tenant.id(), "twin", Role.TENANT_USER, counterpart));
        assertThat(node.users.findByName(tenant.id(), "twin")).isEmpty();
    }

    @Test
    void userOfAnotherPlatformTenantIsNotAdopted() {
        PlatformUserId elsewhere =
                node.memoryPlatform.addStranger(new PlatformTenantId("elsewhere-" + mark), mark + "-elsewhere");

        assertInvalid(() -> node.provisioning.adoptUser(tenant.id(), "eve", Role.TENANT_USER, elsewhere));
        assertInvalid(
                () -> node.provisioning.adoptUser(tenant.id(), "eve", Role.TENANT_USER, new PlatformUserId("nobody")));
        // No unfinished user blocks the name.
        node.provisioning.createUser(tenant.id(), "eve", Role.TENANT_USER);
    }

    @Test
    void keyOfAnotherUserIsNotAdopted() {
        adopt();
        PlatformUserId thief = node.memoryPlatform.addStranger(legacy, mark + "-thief");
        PlatformKey own =
                node.memoryPlatform.listKeys(node.platform.id(), thief).getFirst();
        PlatformKey stolen =
                node.memoryPlatform.listKeys(node.platform.id(), stranger).getFirst();
        node.memoryPlatform.keys.put(thief, List.of(own, stolen));

        assertInvalid(() -> node.provisioning.adoptUser(tenant.id(), "thief", Role.TENANT_USER, thief));

        // No unfinished user blocks the name, the platform user or its other key.
        node.provisioning.createUser(tenant.id(), "thief", Role.TENANT_USER);
        node.memoryPlatform.keys.put(thief, List.of(own));
        node.provisioning.adoptUser(tenant.id(), "repentant", Role.TENANT_USER, thief);
    }

    /** A slash and a comma end the key in an {@code Authorization} header, and a space is none of S3's characters. */
    @ParameterizedTest
    @MethodSource("keysThatNoClientCanSignWith")
    void userWithAKeyThatNoS3ClientCanSignWithIsNotAdopted(String accessKey) {
        node.memoryPlatform.keys.put(stranger, List.of(new PlatformKey(accessKey, Secret.of("secret"))));

        assertThatThrownBy(this::adopt).isInstanceOfSatisfying(FailureException.class, refused -> assertThat(
                        refused.failure())
                .isEqualTo(new Failure.Invalid("platformUser", "has an access key that is not " + AccessKeyId.RULE)));

        // No unfinished user blocks the name or the platform user.
        node.memoryPlatform.keys.put(stranger, List.of(new PlatformKey("KEY-" + mark, Secret.of("secret"))));
        adopt();
    }

    static Stream<String> keysThatNoClientCanSignWith() {
        return Stream.of("A/KEY", "A,KEY", "A KEY", "", "K".repeat(129), "SCHL\u00dcSSEL");
    }

    @Test
    void userOfATenantThatIsMappedAnewMeanwhileIsNotAdopted() {
        PlatformTenantId elsewhere = new PlatformTenantId("elsewhere-" + mark);
        node.memoryPlatform.addStranger(elsewhere, mark + "-elsewhere");
        Provisioning slow = node.provisioning(InterceptingProxy.before(
                UserStore.class,
                node.users,
                "claim",
                () -> node.tenants.remap(
                        tenant.id(), new PlatformTenant(elsewhere, "elsewhere"), new Expected.Anything())));

        assertInvalid(() -> slow.adoptUser(tenant.id(), "ann", Role.TENANT_USER, stranger));

        node.provisioning.createUser(tenant.id(), "ann", Role.TENANT_USER);
    }

    @Test
    void userWhoIsSuspendedBeforeItsAdoptionIsRepeatedIsDisabled() {
        node.users.claim(tenant.id(), draft("ann"), stranger);
        node.memoryPlatform.active.put(stranger, false);

        User ann = adopt();

        assertThat(ann.status()).isEqualTo(Status.DISABLED);
        assertThat(node.users.find(tenant.id(), ann.id())).contains(ann);
        assertThat(reconcile().findings()).isEmpty();
    }

    @Test
    void adoptedUserThatIsGoneIsNotMadeAnew() {
        User ann = adopt();
        node.memoryPlatform.users.remove(mark);

        assertThat(reconcile().findings())
                .containsExactly(new Reconciliation.Finding(tenant.id(), ann.id(), Difference.USER_MISSING, false));
        assertThat(node.memoryPlatform.users).doesNotContainKey(ann.id().toString());
    }

    private Reconciliation.Report reconcile() {
        Reconciliation.Report all = node.reconciliation(node.memoryPlatform).run(null, 1_000, true);
        List<Reconciliation.Finding> ours = all.findings().stream()
                .filter(it -> it.tenant().equals(tenant.id()))
                .toList();
        return new Reconciliation.Report(all.checked(), ours, all.next());
    }

    @Test
    void emptyTenantIsMappedAnewAndItsUsersAreMadeThere() {
        Tenant empty = node.provisioning.createTenant("e-" + mark, node.platform.id());
        PlatformTenantId own = node.tenants.counterpart(empty.id());

        node.provisioning.remapTenant(empty.id(), legacy);
        node.provisioning.remapTenant(empty.id(), legacy);

        User made = node.provisioning
                .createUser(empty.id(), "made", Role.TENANT_USER)
                .user();
        assertThat(node.memoryPlatform.homes.get(
                        node.users.counterpart(empty.id(), made.id()).orElseThrow()))
                .isEqualTo(legacy);
        // Mapped already, which is allowed for a tenant with users.
        node.provisioning.remapTenant(empty.id(), legacy);
        assertInvalid(() -> node.provisioning.adoptTenant("x-" + mark, node.platform.id(), own));
    }

    @Test
    void endpointOfTheTenantIsThatOfItsCounterpart() {
        URI own = URI.create("https://" + mark + ".s3.example.com");
        Tenant mapped = node.provisioning.createTenant("m-" + mark, node.platform.id());
        node.memoryPlatform.endpoints.put(legacy, own);

        node.provisioning.remapTenant(mapped.id(), legacy);
        assertThat(endpointOf(mapped)).contains(own.toString());

        node.memoryPlatform.endpoints.remove(legacy);
        node.provisioning.remapTenant(mapped.id(), legacy);
        assertThat(endpointOf(mapped)).isEmpty();
    }

    private Optional<String> endpointOf(Tenant tenant) {
        return node.database
                .first(
                        "SELECT coalesce(s3_endpoint, '') FROM tenant WHERE id = ?",
                        row -> row.getString(1),
                        tenant.id())
                .filter(text -> !text.isEmpty());
    }

    @Test
    void tenantThatHoldsAnythingOrIsANothersIsNotMappedAnew() {
        StoreFixture.Holder full = node.holder("f-" + mark);
        Tenant empty = node.provisioning.createTenant("e-" + mark, node.platform.id());
        PlatformTenantId theirs = node.tenants.counterpart(full.tenant().id());

        assertInvalid(() -> node.provisioning.remapTenant(full.tenant().id(), legacy));
        assertInvalid(() -> node.provisioning.remapTenant(empty.id(), theirs));
        assertInvalid(() -> node.provisioning.remapTenant(empty.id(), new PlatformTenantId("missing")));
        assertThatThrownBy(() -> node.provisioning.remapTenant(new TenantId(UUID.randomUUID()), legacy))
                .isInstanceOfSatisfying(
                        FailureException.class, it -> assertThat(it.failure()).isInstanceOf(Failure.NotFound.class));
        Bucket shared = node.bucket(full, "shared-" + mark);
        node.database.update(
                "INSERT INTO bucket_grant (bucket_id, bucket, source, tenant_id) VALUES (?, ?, 'POLICY', ?)",
                shared.id(),
                shared.name(),
                empty.id());
        assertInvalid(() -> node.provisioning.remapTenant(empty.id(), legacy));
        assertThat(node.tenants.counterpart(empty.id())).isNotEqualTo(legacy);
    }

    @Test
    void bucketsOfAnAdoptedUserGetRowsAndAreCompared() {
        User ann = adopt();
        node.bucket(node.holder("o-" + mark), "taken-" + mark);
        for (String name : List.of("a-" + mark, "b-" + mark, "taken-" + mark, "UPPER-" + mark)) {
            node.memoryPlatform.buckets.put(name, stranger);
        }

        assertThat(adoption().preview(ann, "", 100).buckets()).isEqualTo(outcomes(null));
        assertThat(node.listBuckets(tenant.id(), "", 10)).isEmpty();

        assertThat(adoption().adopt(ann, "", 100).buckets()).isEqualTo(outcomes(SharingAdoption.Outcome.RECORDED));
        assertThat(adoption().preview(ann, "UPPER-" + mark, 1).buckets())
                .containsExactly(new Adopted("a-" + mark, Outcome.KNOWN, null));
        List<Bucket> rows = node.listBuckets(tenant.id(), "", 10);
        assertThat(rows).extracting(it -> it.name().value()).containsExactly("a-" + mark, "b-" + mark);
        assertThat(rows).extracting(Bucket::owner).containsOnly(ann.id());
        JdbcSyncRuns runs = new JdbcSyncRuns(node.database);
        assertThat(rows).allSatisfy(it -> assertThat(runs.history(tenant.id(), it.id(), 5))
                .singleElement()
                .extracting(SyncRun::state)
                .isEqualTo(SyncRun.State.WAITING));

        // As if the first adoption had been interrupted before it requested the sync run.
        node.database.update(
                "DELETE FROM sync_run WHERE bucket_id = ?", rows.getFirst().id());

        BucketAdoption.Report page = adoption().adopt(ann, "", 2);
        assertThat(page.next()).isEqualTo("a-" + mark);
        assertThat(page.buckets()).contains(new Adopted("a-" + mark, Outcome.KNOWN, SharingAdoption.Outcome.RECORDED));
        assertThat(runs.history(tenant.id(), rows.getFirst().id(), 5)).hasSize(1);
        assertThat(adoption().adopt(ann, "b-" + mark, 2).next()).isNull();
    }

    /** The row of that name is of another bucket. */
    @Test
    void bucketWhoseNameTheTenantHasOnAnotherPlatformIsNotKnown() {
        User ann = adopt();
        PlatformId second = new JdbcPlatformStore(node.database)
                .register("second", StoreFixture.info("embedded"))
                .id();
        BucketName name = new BucketName("both-" + mark);
        BucketClaim far = node.buckets.claim(tenant.id(), ann.id(), second, name, "far-1");
        node.buckets.confirm(tenant.id(), ann.id(), far.bucket());
        node.memoryPlatform.buckets.put(name.value(), stranger);
        Adopted taken = new Adopted(name.value(), Outcome.NAME_TAKEN, null);

        assertThat(adoption().preview(ann, "", 100).buckets()).containsExactly(taken);
        assertThat(adoption().adopt(ann, "", 100).buckets()).containsExactly(taken);
    }

    private List<Adopted> outcomes(SharingAdoption.@Nullable Outcome sharing) {
        return List.of(
                new Adopted("UPPER-" + mark, Outcome.NAME_UNUSABLE, null),
                new Adopted("a-" + mark, Outcome.ADOPTED, sharing),
                new Adopted("b-" + mark, Outcome.ADOPTED, sharing),
                new Adopted("taken-" + mark, Outcome.NAME_TAKEN, null));
    }

    private static BucketAdoption adoption() {
        return new BucketAdoption(
                node.provisioning,
                node.memoryPlatform,
                node.buckets,
                new JdbcSyncRuns(node.database),
                new KeptSharing(node).adoption,
                new Regions("default", node.platform.id(), Map.of()));
    }

    private static void assertInvalid(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                .isInstanceOf(Failure.Invalid.class));
    }
}
