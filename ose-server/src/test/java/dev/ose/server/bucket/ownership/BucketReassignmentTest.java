package dev.ose.server.bucket.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.jdbc.JdbcBucketTransfers;
import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.testkit.PostgresFixture;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Buckets of users to be deleted, with activity in the buckets. */
class BucketReassignmentTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;
    private static BucketTransfers transfers;

    private final String mark = UUID.randomUUID().toString();
    private TenantId tenant;
    private User ann;
    private User bob;
    private User eve;
    private Bucket busy;
    private Bucket idle;

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
        transfers = new JdbcBucketTransfers(node.database);
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @BeforeEach
    void makePeople() {
        tenant = node.holder("t-" + mark).tenant().id();
        ann = user("ann");
        bob = user("bob");
        eve = user("eve");
        idle = bucketOf(ann, "a-idle-" + mark);
        busy = bucketOf(ann, "busy-" + mark);
    }

    private User user(String name) {
        return node.provisioning.createUser(tenant, name, Role.TENANT_USER).user();
    }

    private Bucket bucketOf(User owner, String name) {
        var claim = node.buckets.claim(tenant, owner.id(), node.platform.id(), new BucketName(name), "default");
        assertThat(node.buckets.confirm(tenant, owner.id(), claim.bucket())).isTrue();
        node.memoryPlatform.buckets.put(
                name, node.users.counterpart(tenant, owner.id()).orElseThrow());
        return node.listBuckets(tenant, name, 1).getFirst();
    }

    @Test
    void nothingIsGivenWhileTheUserIsWriting() {
        node.database.update("INSERT INTO op_intent (bucket_id, op_id, node_id, key) VALUES (?, 1, 1, 'k')", busy.id());

        assertHeld(List.of(name(busy)), List.of(), List.of());

        node.database.update("DELETE FROM op_intent WHERE bucket_id = ?", busy.id());
        assertGivenOnRepeating();
    }

    @Test
    void nothingIsGivenWhileAWriteOfADeadNodeMayStillSurface() {
        node.database.update(
                "INSERT INTO object_dirty (bucket_id, key, hold_until) VALUES (?, 'k', now() + interval '1 minute')",
                busy.id());
        node.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, 'k')", idle.id());

        assertHeld(List.of(name(busy)), List.of(), List.of());

        node.database.update("UPDATE object_dirty SET hold_until = now() WHERE bucket_id = ?", busy.id());
        assertGivenOnRepeating();
    }

    @Test
    void nothingIsGivenWhileUploadsStand() {
        node.database.update("INSERT INTO upload (bucket_id, upload_id, key) VALUES (?, 'u', 'k')", busy.id());

        assertHeld(List.of(), List.of(name(busy)), List.of());

        node.database.update("DELETE FROM upload WHERE bucket_id = ?", busy.id());
        assertGivenOnRepeating();
    }

    @Test
    void userIsStoppedBeforeTheBucketsAreLookedAt() {
        BucketTransfers looking =
                InterceptingProxy.before(BucketTransfers.class, transfers, "listHeld", () -> assertThat(status())
                        .isEqualTo(Status.DISABLED));

        node.inheritance(node.memoryPlatform, looking)
                .reassignAll(tenant, ann.id(), bob.id(), new Expected.Anything(), _ -> {});

        assertThat(ownersOf(idle, busy)).containsOnly(bob);
    }

    @Test
    void userWithoutBucketsIsNotStopped() {
        node.inheritance(node.memoryPlatform, transfers)
                .reassignAll(tenant, eve.id(), bob.id(), new Expected.Anything(), _ -> {});

        assertThat(node.provisioning.user(tenant, eve.id()).status()).isEqualTo(Status.ACTIVE);
    }

    /** The last one in order, and one that is the user's only once an unfinished transfer is completed. */
    @Test
    void bucketThatTheCallerMayNotTransferKeepsAllOthersAndTheUserActive() {
        Bucket promised = bucketOf(eve, "promised-" + mark);
        beginTransfer(promised, ann);
        Failure refusal = new Failure.NotAllowed("TransferBucket");

        for (Bucket forbidden : List.of(busy, promised)) {
            assertThatThrownBy(() -> node.inheritance(node.memoryPlatform, transfers)
                            .reassignAll(tenant, ann.id(), bob.id(), new Expected.Anything(), bucket -> {
                                if (bucket.equals(forbidden.name())) {
                                    throw new FailureException(refusal);
                                }
                            }))
                    .isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                            .isEqualTo(refusal));

            assertThat(ownersOf(idle, busy, promised)).containsExactly(ann, ann, eve);
            assertThat(status()).isEqualTo(Status.ACTIVE);
        }
    }

    /** Created between the first look and the end of the user's requests. */
    @Test
    void bucketThatTheUserCreatesMeanwhileIsShownToThePermissionToo() {
        BucketTransfers creating = InterceptingProxy.before(
                BucketTransfers.class, transfers, "listHeld", () -> bucketOf(ann, "late-" + mark));
        BucketName late = new BucketName("late-" + mark);

        assertThatThrownBy(() -> node.inheritance(node.memoryPlatform, creating)
                        .reassignAll(tenant, ann.id(), bob.id(), new Expected.Anything(), bucket -> {
                            if (bucket.equals(late)) {
                                throw new FailureException(new Failure.NotAllowed("TransferBucket"));
                            }
                        }))
                .isInstanceOf(FailureException.class);

        assertThat(ownersOf(idle, busy)).containsOnly(ann);
    }

    @Test
    void bucketThatWasPromisedToTheUserIsGivenOnToItsHeir() {
        Bucket promised = bucketOf(eve, "promised-" + mark);
        beginTransfer(promised, ann);

        remove();

        assertThat(ownersOf(promised)).containsExactly(bob);
    }

    @Test
    void bucketOfTheUserThatWasPromisedToAnotherIsThatOnes() {
        beginTransfer(busy, eve);
        // The platform has made the transfer.
        node.memoryPlatform.buckets.put(
                name(busy), node.users.counterpart(tenant, eve.id()).orElseThrow());

        remove();

        assertThat(ownersOf(busy)).containsExactly(eve);
        assertThat(ownersOf(idle)).containsExactly(bob);
    }

    @Test
    void promiseThatThePlatformRefusesIsTakenBack() {
        Bucket promised = bucketOf(eve, "promised-" + mark);
        beginTransfer(promised, ann);
        PlatformAdministration refusing = failingFor(promised, new Failure.PlatformRefused("main", "it has objects"));

        node.inheritance(refusing, transfers).reassignAll(tenant, ann.id(), bob.id(), new Expected.Anything(), _ -> {});
        node.removal(node.memoryPlatform).removeUser(tenant, ann.id());

        assertThat(ownersOf(promised)).containsExactly(eve);
    }

    @Test
    void promiseThatCannotBeEndedIsNamed() {
        Bucket promised = bucketOf(eve, "promised-" + mark);
        beginTransfer(promised, ann);

        assertHeld(
                failingFor(promised, new Failure.OutcomeUnknown("TransferBucket")),
                List.of(),
                List.of(),
                List.of(name(promised)));

        assertGivenOnRepeating();
        assertThat(ownersOf(promised)).containsExactly(bob);
    }

    private void beginTransfer(Bucket bucket, User newOwner) {
        assertThatThrownBy(() -> node.ownership(
                                failingFor(bucket, new Failure.OutcomeUnknown("TransferBucket")), transfers)
                        .transfer(tenant, bucket, newOwner.id()))
                .isInstanceOf(FailureException.class);
    }

    /** Fails for this bucket only. */
    private static PlatformAdministration failingFor(Bucket bucket, Failure failure) {
        return InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "transferBucket", () -> {
            if (transfers.listBegun(bucket.tenant(), bucket.owner(), 1).stream()
                    .anyMatch(it -> it.bucket().id().equals(bucket.id()))) {
                throw new FailureException(failure);
            }
        });
    }

    private void remove() {
        node.inheritance(node.memoryPlatform, transfers)
                .reassignAll(tenant, ann.id(), bob.id(), new Expected.Anything(), _ -> {});
        node.removal(node.memoryPlatform).removeUser(tenant, ann.id());
    }

    private void assertHeld(List<String> written, List<String> uploading, List<String> begun) {
        assertHeld(node.memoryPlatform, written, uploading, begun);
    }

    /** In every case the user is disabled and no bucket was transferred. */
    private void assertHeld(
            PlatformAdministration platform, List<String> written, List<String> uploading, List<String> begun) {
        assertThatThrownBy(() -> node.inheritance(platform, transfers)
                        .reassignAll(tenant, ann.id(), bob.id(), new Expected.Anything(), _ -> {}))
                .isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                        .isEqualTo(new Failure.BucketsHeld(ann.id().toString(), written, uploading, begun)));
        assertThat(status()).isEqualTo(Status.DISABLED);
        assertThat(ownersOf(idle, busy)).containsOnly(ann);
    }

    private void assertGivenOnRepeating() {
        assertThatCode(this::remove).doesNotThrowAnyException();
        assertThat(ownersOf(idle, busy)).containsOnly(bob);
    }

    private Status status() {
        return node.provisioning.user(tenant, ann.id()).status();
    }

    private List<User> ownersOf(Bucket... buckets) {
        return List.of(buckets).stream()
                .map(it -> node.listBuckets(tenant, name(it), 1).getFirst().owner())
                .map(it -> List.of(ann, bob, eve).stream()
                        .filter(user -> user.id().equals(it))
                        .findAny()
                        .orElseThrow())
                .toList();
    }

    private static String name(Bucket bucket) {
        return bucket.name().value();
    }
}
