package dev.ose.server.bucket.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.BucketName;
import dev.ose.server.accounting.jdbc.JdbcCounterTables;
import dev.ose.server.accounting.jdbc.JdbcObjectCounters;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.jdbc.JdbcBucketTransfers;
import dev.ose.server.database.FaultInjector;
import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.PostgresFixture;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Transfers of buckets to other users of their tenant. */
class BucketTransfersTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;

    private final String mark = UUID.randomUUID().toString();
    private StoreFixture.Holder holder;
    private TenantId tenant;
    private User newOwner;
    private Bucket bucket;

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @BeforeEach
    void makeBucket() {
        holder = node.holder("g-" + mark);
        tenant = holder.tenant().id();
        newOwner = user("next");
        bucket = made("given-" + mark);
    }

    private User user(String name) {
        return node.provisioning.createUser(tenant, name, Role.TENANT_USER).user();
    }

    private Bucket made(String name) {
        Bucket made = node.bucket(holder, name);
        node.memoryPlatform.buckets.put(name, counterpart(made.owner()));
        return made;
    }

    private PlatformUserId counterpart(UserId user) {
        return node.users.counterpart(tenant, user).orElseThrow();
    }

    @Test
    void givenBucketIsItsNewOwnersHereAndThere() {
        node.database.update("INSERT INTO usage_delta (bucket_id, bytes, objects) VALUES (?, 5, 1)", bucket.id());
        new JdbcCounterTables(node.database).rollUp(100);

        ownership().transfer(tenant, bucket, newOwner.id());

        assertOwner(newOwner.id());
        assertThat(node.memoryPlatform.buckets).containsEntry(bucket.name().value(), counterpart(newOwner.id()));
        JdbcObjectCounters counters = new JdbcObjectCounters(node.database);
        assertThat(counters.of(tenant, newOwner.id()).objects()).isEqualTo(1);
        assertThat(counters.of(tenant, bucket.owner()).objects()).isZero();
        // Repeated with the outdated owner.
        ownership().transfer(tenant, bucket, newOwner.id());
    }

    @Test
    void bucketIsGivenToOneAtATime() {
        User second = user("second");
        PlatformAdministration slow = onGiving(
                () -> assertFails(() -> ownership().transfer(tenant, bucket, second.id()), Failure.Busy.class));

        ownership(slow).transfer(tenant, bucket, newOwner.id());

        assertOwner(newOwner.id());
        ownership().transfer(tenant, bucket, second.id());
    }

    @Test
    void bucketIsNotGivenToAnotherTenant() {
        StoreFixture.Holder other = node.holder("o-" + mark);
        UserId stranger = other.made().user().id();

        assertThatThrownBy(() -> ownership().transfer(tenant, bucket, stranger))
                .isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                        .isEqualTo(new Failure.NotFound("user", stranger.toString())));
        assertOwner(bucket.owner());
    }

    @Test
    void heirWithoutRoomIsGivenNothingAndThePlatformIsNotTold() {
        limit(0);

        assertFails(
                () -> ownership(onGiving(() -> {
                            throw new AssertionError("the platform was called");
                        }))
                        .transfer(tenant, bucket, newOwner.id()),
                Failure.TooManyBuckets.class);

        assertOwner(bucket.owner());
        limit(1);
        ownership().transfer(tenant, bucket, newOwner.id());
        assertOwner(newOwner.id());
    }

    @Test
    void placeOfABucketThatIsBeingGivenIsTakenByNothingElse() {
        limit(1);
        Bucket other = made("other-" + mark);

        ownership(onGiving(() -> {
                    assertFails(() -> ownership().transfer(tenant, other, newOwner.id()), Failure.TooManyBuckets.class);
                    assertFails(
                            () -> node.buckets.claim(
                                    tenant,
                                    newOwner.id(),
                                    node.platform.id(),
                                    new BucketName("new-" + mark),
                                    "default"),
                            Failure.TooManyBuckets.class);
                }))
                .transfer(tenant, bucket, newOwner.id());

        assertOwner(newOwner.id());
    }

    @Test
    void giftThatDiedIsFinishedAlthoughTheQuotaIsLowerByThen() {
        for (int step = 0; step < 2; step++) {
            Bucket dying = made("dying-" + step + '-' + mark);
            limit(step + 1);
            PlatformAdministration guarded =
                    new FaultInjector.Fuse(step).guard(PlatformAdministration.class, node.memoryPlatform);
            assertThatThrownBy(() -> ownership(guarded).transfer(tenant, dying, newOwner.id()))
                    .isInstanceOf(FaultInjector.class);
            limit(0);

            ownership().transfer(tenant, dying, newOwner.id());

            assertThat(node.listBuckets(tenant, dying.name().value(), 1))
                    .extracting(Bucket::owner)
                    .containsExactly(newOwner.id());
        }
    }

    @Test
    void placeOfARefusedGiftIsFreeAgainAndThatOfAnUnknownOneIsNot() {
        limit(1);
        assertTransferFails(new Failure.PlatformRefused("main", "not now"));
        assertTransferFails(new Failure.PlatformUnreachable("main"));
        assertThat(countOfNewOwner()).isZero();

        assertTransferFails(new Failure.OutcomeUnknown("TransferBucket"));
        assertTransferFails(new Failure.PlatformUnreachable("main"));

        assertThat(countOfNewOwner()).isEqualTo(1);
        assertTransferFails(new Failure.PlatformRefused("main", "it was not done"));
        assertThat(countOfNewOwner()).isZero();
    }

    @Test
    void giftToAnotherTakesTheFirstOneBackOnlyIfThePlatformAgrees() {
        User second = user("second");
        assertTransferFails(new Failure.OutcomeUnknown("TransferBucket"));

        assertFails(
                () -> ownership(failing(new Failure.PlatformRefused("main", "it is another's")))
                        .transfer(tenant, bucket, second.id()),
                Failure.PlatformRefused.class);
        assertThat(countOfNewOwner()).isEqualTo(1);

        ownership().transfer(tenant, bucket, second.id());
        assertThat(countOfNewOwner()).isZero();
        assertOwner(second.id());
    }

    private void assertTransferFails(Failure failure) {
        assertFails(() -> ownership(failing(failure)).transfer(tenant, bucket, newOwner.id()), failure.getClass());
        assertOwner(bucket.owner());
    }

    private static PlatformAdministration failing(Failure failure) {
        return onGiving(() -> {
            throw new FailureException(failure);
        });
    }

    private static PlatformAdministration onGiving(Runnable meanwhile) {
        return InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "transferBucket", meanwhile);
    }

    private void limit(long buckets) {
        new JdbcQuotaStore(node.database)
                .put(new QuotaHolder.OfUser(tenant, newOwner.id()), new Quota(null, null, buckets));
    }

    private long countOfNewOwner() {
        return new JdbcQuotaStore(node.database).countBuckets(new QuotaHolder.OfUser(tenant, newOwner.id()));
    }

    private void assertOwner(UserId owner) {
        assertThat(node.listBuckets(tenant, "given-", 1))
                .extracting(Bucket::owner)
                .containsExactly(owner);
    }

    private static BucketOwnership ownership() {
        return ownership(node.memoryPlatform);
    }

    private static BucketOwnership ownership(PlatformAdministration platform) {
        return node.ownership(platform, new JdbcBucketTransfers(node.database));
    }

    private static void assertFails(ThrowingCallable call, Class<? extends Failure> failure) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                .isInstanceOf(failure));
    }
}
