package dev.ose.server.bucket.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.policy.VouchedPolicy;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.SharingChange;
import dev.ose.server.catalog.jdbc.JdbcBucketSearch;
import dev.ose.server.catalog.search.BucketFilter;
import dev.ose.server.catalog.search.BucketProperty;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.catalog.search.FoundBucket;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.jdbc.JdbcPrincipalDirectory;
import dev.ose.testkit.PostgresFixture;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which principals policies name, and what is recorded of them. */
class JdbcSharingTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final PlatformId ELSEWHERE = new PlatformId(99);

    private StoreFixture node;

    @BeforeEach
    void open() {
        node = new StoreFixture(POSTGRES.database());
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void principalIsFoundBothWaysAndOnlyOnItsPlatform() {
        User user = node.holder("principal").made().user();
        JdbcPrincipalDirectory principals = new JdbcPrincipalDirectory(node.database);
        PlatformId here = node.platform.id();

        var known = principals.findUser(here, user.tenant(), "principal").orElseThrow();
        assertThat(known.id()).isEqualTo(user.id());
        assertThat(principals.findUser(here, known.counterpart())).contains(known);
        assertThat(principals.findUser(here, user.tenant(), "nobody")).isEmpty();
        assertThat(principals.findUser(ELSEWHERE, user.tenant(), "principal")).isEmpty();
        assertThat(principals.findUser(here, new PlatformUserId("nobody"))).isEmpty();

        PlatformTenantId counterpart =
                principals.findTenant(here, user.tenant()).orElseThrow();
        assertThat(principals.findTenant(here, counterpart)).contains(user.tenant());
        assertThat(principals.findTenant(ELSEWHERE, user.tenant())).isEmpty();
    }

    /** On the platform its name would match the users of every tenant that shares the counterpart. */
    @Test
    void tenantThatSharesItsCounterpartIsNoPrincipal() {
        node.memoryPlatform.tenants.put("found", new PlatformTenantId("found"));
        TenantId tenant = node.provisioning
                .adoptTenant("sharer", node.platform.id(), new PlatformTenantId("found"))
                .id();
        node.provisioning.createUser(tenant, "one", Role.TENANT_USER);
        JdbcPrincipalDirectory principals = new JdbcPrincipalDirectory(node.database);

        assertThat(principals.findTenant(node.platform.id(), tenant)).isEmpty();
        assertThat(principals.findTenant(node.platform.id(), new PlatformTenantId("found")))
                .isEmpty();
        assertThat(principals.findUser(node.platform.id(), tenant, "one")).isPresent();
    }

    @Test
    void sharedBucketsAreListedForWhomTheyAreSharedWith() {
        Holder owner = node.holder("lender");
        Holder guest = node.holder("borrower");
        TenantId tenant = guest.tenant().id();
        User user = guest.made().user();
        User other =
                node.provisioning.createUser(tenant, "other", Role.TENANT_USER).user();
        JdbcGrantStore grants = new JdbcGrantStore(node.database);
        Bucket first = node.bucket(owner, "lent-1");
        Bucket second = node.bucket(owner, "lent-2");
        Bucket open = node.bucket(owner, "lent-3");
        grants.replace(first.id(), GrantSource.POLICY, Set.of(new Grantee.OfUser(tenant, user.id())));
        grants.replace(first.id(), GrantSource.ACL, Set.of(new Grantee.OfUser(tenant, user.id())));
        grants.replace(second.id(), GrantSource.POLICY, Set.of(new Grantee.OfTenant(tenant)));
        grants.replace(open.id(), GrantSource.ACL, Set.of(new Grantee.Everybody()));

        assertThat(sharedWith(tenant, user.id())).containsExactly(first, second);
        assertThat(sharedWith(tenant, other.id())).containsExactly(second);
        assertThat(sharedWith(owner.tenant().id(), owner.made().user().id())).isEmpty();

        node.provisioning.disableTenant(owner.tenant().id());
        assertThat(sharedWith(tenant, user.id())).isEmpty();
    }

    @Test
    void whatThePolicyAsksOfClientsIsKnownWithTheBucketUntilTheChangeIsOver() {
        Bucket bucket = node.bucket(node.holder("asker"), "asked-1");
        JdbcGrantStore grants = new JdbcGrantStore(node.database);
        JdbcBucketOwners owners = new JdbcBucketOwners(node.database, node.keyring);
        String policy =
                "{\"Statement\":{\"Effect\":\"Deny\",\"Condition\":{\"IpAddress\":{\"aws:SourceIp\":\"10.0.0.1\"}}}}";
        ClientConditions asked = VouchedPolicy.of(policy, ClientConditions.NONE, new SecureRandom())
                .conditions();
        SharingChange change = grants.begin(bucket.id(), bucket.name());

        assertThat(grants.recordConditions(change, asked)).isTrue();
        assertThat(owners.find(bucket.id()).orElseThrow().clientConditions()).isEqualTo(asked);
        assertThat(owners.find(bucket.id()).orElseThrow().vouching()).hasSize(1);
        assertThat(node.listBuckets(bucket.tenant(), "", 1).getFirst().clientConditions())
                .isEqualTo(asked);
        assertThat(grants.recordConditions(change, ClientConditions.NONE)).isTrue();
        assertThat(owners.find(bucket.id()).orElseThrow().vouching()).isEmpty();

        grants.cancel(change);
        assertThat(grants.recordConditions(change, asked)).isFalse();
        assertThat(owners.find(bucket.id()).orElseThrow().clientConditions().isEmpty())
                .isTrue();
    }

    @Test
    void changesOfSharingAreMadeOneAfterTheOther() {
        Holder owner = node.holder("changer");
        TenantId guest = node.holder("changed").tenant().id();
        TenantId other = node.holder("other").tenant().id();
        Bucket bucket = node.bucket(owner, "changed-1");
        JdbcGrantStore grants = new JdbcGrantStore(node.database);

        SharingChange first = grants.begin(bucket.id(), bucket.name());
        assertBusy(() -> grants.begin(bucket.id(), bucket.name()));
        assertThat(grants.complete(first, GrantSource.POLICY, Set.of(new Grantee.OfTenant(guest))))
                .isTrue();
        assertThat(grantees(bucket)).containsExactly(guest);

        grants.cancel(grants.begin(bucket.id(), bucket.name()));
        assertThat(grantees(bucket)).containsExactly(guest);

        SharingChange slow = grants.begin(bucket.id(), bucket.name());
        node.database.update(
                "UPDATE sharing_change SET busy_until = now() - interval '1 second' WHERE bucket_id = ?", bucket.id());
        SharingChange next = grants.begin(bucket.id(), bucket.name());
        // It is unknown which of the two the platform made last: the slow one must be repeated.
        assertThat(grants.complete(slow, GrantSource.POLICY, Set.of(new Grantee.Everybody())))
                .isFalse();
        grants.cancel(slow);
        assertBusy(() -> grants.begin(bucket.id(), bucket.name()));
        assertThat(grants.complete(next, GrantSource.POLICY, Set.of(new Grantee.OfTenant(other))))
                .isTrue();
        assertThat(grantees(bucket)).containsExactly(other);
    }

    @Test
    void othersWaitFromTheRenewalOn() {
        Bucket bucket = node.bucket(node.holder("renewer"), "renewed-1");
        JdbcGrantStore grants = new JdbcGrantStore(node.database);
        SharingChange change = grants.begin(bucket.id(), bucket.name());

        endsIn(bucket, "5 seconds");
        assertThat(grants.renew(change)).isTrue();
        assertThat(node.database.all(
                        "SELECT busy_until > now() + interval '110 seconds' FROM sharing_change WHERE bucket_id = ?",
                        row -> row.getBoolean(1),
                        bucket.id()))
                .containsExactly(true);

        endsIn(bucket, "-1 second");
        assertThat(grants.renew(change)).isFalse();
        SharingChange next = grants.begin(bucket.id(), bucket.name());
        assertThat(grants.renew(change)).isFalse();
        assertThat(grants.renew(next)).isTrue();
        grants.cancel(next);
        assertThat(grants.renew(next)).isFalse();
    }

    private void endsIn(Bucket bucket, String time) {
        node.database.update(
                "UPDATE sharing_change SET busy_until = now() + ?::interval WHERE bucket_id = ?", time, bucket.id());
    }

    @Test
    void policyThatReplacedAllTakesTheTenantsOfTheAcl() {
        User user = node.holder("named").made().user();
        TenantId tenant = node.holder("whole").tenant().id();
        Bucket bucket = node.bucket(node.holder("replacer"), "replaced-1");
        JdbcGrantStore grants = new JdbcGrantStore(node.database);
        grants.replace(bucket.id(), GrantSource.POLICY, Set.of(new Grantee.OfTenant(user.tenant())));
        assertThat(grants.isSharedWithTenantsByAcl(bucket.id())).isFalse();
        grants.replace(
                bucket.id(),
                GrantSource.ACL,
                Set.of(new Grantee.OfTenant(user.tenant()), new Grantee.OfUser(user.tenant(), user.id())));
        assertThat(grants.isSharedWithTenantsByAcl(bucket.id())).isTrue();

        SharingChange change = grants.begin(bucket.id(), bucket.name());
        assertThat(grants.completeWholePolicy(change, Set.of(new Grantee.OfTenant(tenant))))
                .isTrue();
        assertThat(grantees(bucket)).containsExactlyInAnyOrder(tenant, user.tenant());
        assertThat(grants.isSharedWithTenantsByAcl(bucket.id())).isFalse();
        // The change has ended.
        assertThat(grants.completeWholePolicy(change, Set.of())).isFalse();
        assertThat(grantees(bucket)).hasSize(2);

        grants.replace(bucket.id(), GrantSource.ACL, Set.of(new Grantee.Everybody()));
        assertThat(grants.isSharedWithTenantsByAcl(bucket.id())).isFalse();
    }

    private List<TenantId> grantees(Bucket bucket) {
        return node.database.all(
                "SELECT tenant_id FROM bucket_grant WHERE bucket_id = ?",
                row -> new TenantId(row.getObject(1, UUID.class)),
                bucket.id());
    }

    private static void assertBusy(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                .isInstanceOf(Failure.BucketBusy.class));
    }

    private List<Bucket> sharedWith(TenantId tenant, UserId user) {
        BucketSearch.Question everything =
                new BucketSearch.Question(new BucketFilter.All(List.of()), BucketProperty.NAME, false, 0, 10);
        return new JdbcBucketSearch(node.database)
                .find(new BucketSearch.Whose.SharedWith(tenant, user), everything).found().stream()
                        .map(FoundBucket::bucket)
                        .toList();
    }

    @Test
    void recreatedBucketIsNotShared() {
        Holder owner = node.holder("maker");
        Holder guest = node.holder("visitor");
        Grantee grantee = new Grantee.OfTenant(guest.tenant().id());
        JdbcGrantStore grants = new JdbcGrantStore(node.database);
        Bucket first = node.bucket(owner, "made-anew");
        grants.replace(first.id(), GrantSource.POLICY, Set.of(grantee));

        node.delete(first);
        node.bucket(owner, "made-anew");
        // Like a request that was under way when the bucket was deleted.
        grants.replace(first.id(), GrantSource.POLICY, Set.of(grantee));
        grants.replace(new BucketId(Long.MAX_VALUE), GrantSource.POLICY, Set.of(grantee));

        assertThat(sharedWith(guest.tenant().id(), guest.made().user().id())).isEmpty();
    }
}
