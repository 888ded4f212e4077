package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.BucketName;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.jdbc.JdbcAccountStore;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.jdbc.JdbcBucketTransfers;
import dev.ose.server.bucket.jdbc.JdbcGrantStore;
import dev.ose.server.bucket.ownership.BucketOwnership;
import dev.ose.server.bucket.ownership.BucketTransfers;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.database.FaultInjector;
import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.iam.federation.FederatedSubject;
import dev.ose.server.iam.federation.FederatedUserStore;
import dev.ose.server.iam.jdbc.JdbcFederatedUserStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.CredentialTerms;
import dev.ose.server.tenant.credential.Roles;
import dev.ose.server.tenant.credential.UserPolicies;
import dev.ose.server.tenant.jdbc.CachedIdentityDirectory;
import dev.ose.server.tenant.jdbc.JdbcAccountDeletions;
import dev.ose.server.tenant.jdbc.JdbcPrincipalDirectory;
import dev.ose.testkit.PostgresFixture;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Deletion of users, with concurrent requests on them. */
class UserRemovalTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final String POLICY = "{\"Version\": \"2012-10-17\", \"Statement\":"
            + " {\"Effect\": \"Allow\", \"Action\": \"s3:GetObject\", \"Resource\": \"*\"}}";
    private static final int ROUNDS = 25;

    private static StoreFixture node;
    private static CachedIdentityDirectory identities;

    private final String mark = UUID.randomUUID().toString();
    private StoreFixture.Holder holder;
    private TenantId tenant;
    private Provisioning.NewUser made;
    private User ann;

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
        identities = node.bean(CachedIdentityDirectory.class);
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @BeforeEach
    void makePeople() {
        holder = node.holder("t-" + mark);
        tenant = holder.tenant().id();
        made = node.provisioning.createUser(tenant, "ann", Role.TENANT_ADMIN);
        ann = made.user();
    }

    @Test
    void nothingIsLeftOfARemovedUserButItsBillAndItsNameIsFree() {
        PlatformUserId counterpart = counterpart(ann);
        Bucket shared = node.bucket(node.holder("o-" + mark), "shared-" + mark);
        new JdbcGrantStore(node.database)
                .replace(shared.id(), GrantSource.POLICY, Set.of(new Grantee.OfUser(tenant, ann.id())));
        String key = node.credentials
                .create(tenant, ann.id(), CredentialTerms.unlimited(""))
                .credential()
                .accessKey()
                .value();
        String session = node.credentials
                .openSession(tenant, ann.id(), null, Duration.ofHours(1))
                .credential()
                .accessKey()
                .value();
        node.bean(UserPolicies.class).put(tenant, ann.id(), "p", POLICY);
        makeRole(ann);
        logins().putLogin(tenant, ann.id(), new PasswordHash("hash"), false);
        limit(ann);
        node.database.update("INSERT INTO metered_hour VALUES (now(), ?, ?, '', 'READ', 7, 0, 0)", tenant, ann.id());

        removal().removeUser(tenant, ann.id());

        assertThat(List.of(made.reserved().accessKey(), key, session)).allMatch(it -> !isKnown(it));
        for (String table : List.of("credential", "user_policy", "tenant_role", "account", "bucket_grant", "quota")) {
            assertThat(rows(table, "user_id")).as(table).isZero();
        }
        assertThat(rows("tenant_user", "id")).isZero();
        assertThat(rows("metered_hour", "user_id")).isEqualTo(1);
        assertThat(node.memoryPlatform.active).containsEntry(counterpart, false);
        assertThat(node.memoryPlatform.listKeys(node.platform.id(), counterpart))
                .isEmpty();
        assertThat(new JdbcPrincipalDirectory(node.database).findUser(node.platform.id(), counterpart))
                .isEmpty();
        assertFails(() -> removal().removeUser(tenant, ann.id()), Failure.NotFound.class);
        User again = user("ann");
        assertThat(again.id()).isNotEqualTo(ann.id());
        assertThat(counterpart(again)).isNotEqualTo(counterpart);
        assertThat(rows("bucket_grant", "user_id")).isZero();
    }

    @Test
    void userWithBucketsThatOnlyThePlatformKnowsIsLeftAsItIs() {
        node.memoryPlatform.buckets.put("legacy-" + mark, counterpart(ann));

        assertNotEmpty();

        node.memoryPlatform.buckets.remove("legacy-" + mark);
        removal().removeUser(tenant, ann.id());
    }

    @Test
    void issuersNameForTheUserIsNotThatOfTheNext() {
        node.database.update("""
                INSERT INTO identity_provider (tenant_id, name, issuer, audiences, keys_uri, claim, claim_values,
                    user_names)
                VALUES (?, 'p', ?, '{a}', 'https://id.example.com/keys', 'sub', '{s1,s2,s3}', '{ann,bob,ann}')
                """, tenant, "https://id.example.com/" + mark);

        removal().removeUser(tenant, ann.id());

        assertThat(node.database.first(
                        "SELECT claim_values::text || user_names::text FROM identity_provider WHERE tenant_id = ?",
                        row -> row.getString(1),
                        tenant))
                .contains("{s2}{bob}");
    }

    @Test
    void sessionsOfRolesThatTheUserOpenedEnd() {
        User other = user("other");
        AssumableRole role = makeRole(other);
        String own = open(role, ann);
        String others = open(role, other);

        removal().removeUser(tenant, ann.id());

        assertThat(isKnown(own)).isFalse();
        assertThat(isKnown(others)).isTrue();
    }

    private static String open(AssumableRole role, User principal) {
        return node.credentials
                .openSession(role, "user " + principal.id(), "s", null, Duration.ofHours(1))
                .credential()
                .accessKey()
                .value();
    }

    @Test
    void userWhoHasBucketsOrIsGettingOneIsLeftAsItIs() {
        Bucket bucket = bucketOf(ann, "own-" + mark);
        assertNotEmpty();
        ownership().transfer(tenant, bucket, holder.made().user().id());

        node.buckets.claim(tenant, ann.id(), node.platform.id(), new BucketName("claimed-" + mark), "default");
        assertNotEmpty();
        node.database.update("DELETE FROM bucket WHERE tenant_id = ? AND state = 'CREATING'", tenant);

        transfers().promise(tenant, bucket, ann.id());
        assertNotEmpty();

        assertThat(isKnown(made.reserved().accessKey())).isTrue();
        assertThat(node.memoryPlatform.active).doesNotContainEntry(counterpart(ann), false);
    }

    private void assertNotEmpty() {
        assertThatThrownBy(() -> removal().removeUser(tenant, ann.id()))
                .isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                        .isEqualTo(new Failure.NotEmpty("user", ann.id().toString(), 0, 1)));
    }

    @Test
    void userOfAnotherTenantIsNotThere() {
        TenantId other = node.holder("o-" + mark).tenant().id();

        assertFails(() -> removal().removeUser(other, ann.id()), Failure.NotFound.class);
        assertFails(
                () -> node.inheritance(node.memoryPlatform, transfers())
                        .reassignAll(tenant, ann.id(), ann.id(), new Expected.Anything(), _ -> {}),
                Failure.Invalid.class);

        assertThat(isKnown(made.reserved().accessKey())).isTrue();
    }

    @Test
    void removalWithAnHeirThatDiedAtAnyStepIsFinishedByRepeatingIt() {
        User newOwner = user("next");
        for (int step = 0; ; step++) {
            User leaver = user("leaver-" + step);
            PlatformUserId counterpart = counterpart(leaver);
            for (String letter : List.of("a", "b")) {
                bucketOf(leaver, letter + step + '-' + mark);
            }

            boolean survived = survives(leaver, newOwner, step);
            if (!survived && rowsOf(leaver) > 0) {
                remove(leaver, newOwner, node.memoryPlatform, transfers(), new JdbcAccountDeletions(node.database));
            }

            assertThat(rowsOf(leaver)).isZero();
            assertThat(transfers().listOf(tenant, newOwner.id(), 1000)).hasSize(2 * (step + 1));
            assertThat(node.memoryPlatform.active).containsEntry(counterpart, false);
            assertThat(node.memoryPlatform.listKeys(node.platform.id(), counterpart))
                    .isEmpty();
            assertThat(node.memoryPlatform.buckets.values()).doesNotContain(counterpart);
            if (survived) {
                assertThat(step).isGreaterThan(20);
                return;
            }
        }
    }

    private boolean survives(User leaver, User newOwner, int step) {
        FaultInjector.Fuse fuse = new FaultInjector.Fuse(step);
        try {
            remove(
                    leaver,
                    newOwner,
                    fuse.guard(PlatformAdministration.class, node.memoryPlatform),
                    fuse.guard(BucketTransfers.class, transfers()),
                    fuse.guard(AccountDeletionStore.class, new JdbcAccountDeletions(node.database)));
            return true;
        } catch (FaultInjector died) {
            return false;
        }
    }

    private void remove(
            User leaver,
            User newOwner,
            PlatformAdministration platform,
            BucketTransfers transfers,
            AccountDeletionStore removals) {
        node.inheritance(platform, transfers)
                .reassignAll(tenant, leaver.id(), newOwner.id(), new Expected.Anything(), _ -> {});
        node.removal(platform, removals).removeUser(tenant, leaver.id());
    }

    @Test
    void nothingIsMadeForAUserWhosePlatformIsStillBeingTold() {
        Bucket bucket = bucketOf(holder.made().user(), "others-" + mark);
        PlatformAdministration slow =
                InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "retireUser", () -> {
                    assertFails(
                            () -> node.credentials.create(tenant, ann.id(), CredentialTerms.unlimited("")),
                            Failure.NotFound.class);
                    assertFails(
                            () -> node.credentials.openSession(tenant, ann.id(), null, Duration.ofHours(1)),
                            Failure.NotFound.class);
                    assertThat(node.credentials.ensure(tenant, ann.id())).isEmpty();
                    assertFails(
                            () -> logins().putLogin(tenant, ann.id(), new PasswordHash("hash"), false),
                            Failure.NotFound.class);
                    assertFails(() -> node.provisioning.enableUser(tenant, ann.id()), Failure.NotFound.class);
                    assertFails(() -> ownership().transfer(tenant, bucket, ann.id()), Failure.NotFound.class);
                    assertFails(() -> transfers().promise(tenant, bucket, ann.id()), Failure.NotFound.class);
                    assertFails(() -> claim(ann, "late-" + mark), Failure.CallerDisabled.class);
                    assertThat(user("ann").id()).isNotEqualTo(ann.id());
                });

        node.removal(slow).removeUser(tenant, ann.id());

        assertThat(node.provisioning.userNamed(tenant, "ann").id()).isNotEqualTo(ann.id());
    }

    @Test
    void userWhomATokenMadeIsGoneForTheNextTokenAtOnce() {
        FederatedSubject subject = new FederatedSubject("http://127.0.0.1:1", mark);
        node.database.update(
                "INSERT INTO federated_user (tenant_id, issuer, subject, user_id) VALUES (?, ?, ?, ?)",
                tenant,
                subject.issuer(),
                subject.id(),
                ann.id());
        JdbcFederatedUserStore tokens = new JdbcFederatedUserStore(node.database);
        PlatformAdministration slow = InterceptingProxy.before(
                PlatformAdministration.class, node.memoryPlatform, "retireUser", () -> assertThat(
                                tokens.find(tenant, subject))
                        .contains(new FederatedUserStore.Binding.Gone()));

        node.removal(slow).removeUser(tenant, ann.id());

        assertThat(tokens.find(tenant, subject)).contains(new FederatedUserStore.Binding.Gone());
    }

    @Test
    void ofARemovalAndANewKeyAtOnceNoKeyIsLeft() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            User leaver = user("leaver-" + i);

            atOnce(
                    () -> removal().removeUser(tenant, leaver.id()),
                    () -> node.credentials.create(tenant, leaver.id(), CredentialTerms.unlimited("")));

            assertThat(rowsOf(leaver)).isZero();
            assertThat(node.credentials.list(tenant, leaver.id())).isEmpty();
        }
    }

    @Test
    void ofARemovalAndANewBucketAtOnceOneIsRefused() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            User leaver = user("leaver-" + i);
            String name = "race-" + i + '-' + mark;

            atOnce(() -> removal().removeUser(tenant, leaver.id()), () -> claim(leaver, name));

            boolean isClaimed = node.buckets.holder(new BucketName(name)).isPresent();
            assertThat(rowsOf(leaver)).isEqualTo(isClaimed ? 1 : 0);
        }
    }

    /** Either may be refused, with any failure of a request. */
    private static void atOnce(Runnable... works) throws Exception {
        try (ExecutorService nodes = Executors.newFixedThreadPool(works.length)) {
            for (Future<?> work : List.of(works).stream()
                    .map(it -> nodes.submit(() -> refusable(it)))
                    .toList()) {
                work.get();
            }
        }
    }

    private static void refusable(Runnable work) {
        try {
            work.run();
        } catch (FailureException refused) {
            assertThat(refused.failure())
                    .isInstanceOfAny(Failure.NotFound.class, Failure.NotEmpty.class, Failure.CallerDisabled.class);
        }
    }

    @Test
    void removalThatIsCutOffIsFinishedByTheReconciliation() {
        PlatformAdministration dead =
                InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "retireUser", () -> {
                    throw new FailureException(new Failure.PlatformUnreachable("main"));
                });
        PlatformUserId counterpart = counterpart(ann);
        node.database.update("INSERT INTO user_seen VALUES (?, ?, now())", tenant, ann.id());
        assertFails(() -> node.removal(dead).removeUser(tenant, ann.id()), Failure.PlatformUnreachable.class);
        assertThat(rows("user_seen", "user_id")).isZero();

        assertThat(findings(false)).containsExactly(finding(false));
        assertThat(findings(true)).containsExactly(finding(true));
        assertThat(findings(true)).isEmpty();

        assertThat(node.memoryPlatform.active).containsEntry(counterpart, false);
        assertThat(rowsOf(ann)).isZero();
    }

    private Reconciliation.Finding finding(boolean isRepaired) {
        return new Reconciliation.Finding(tenant, ann.id(), Difference.REMOVAL_UNFINISHED, isRepaired);
    }

    private List<Reconciliation.Finding> findings(boolean repair) {
        return node.reconciliation(node.memoryPlatform).run(null, 1000, repair).findings().stream()
                .filter(it -> it.user().equals(ann.id()))
                .toList();
    }

    private AssumableRole makeRole(User actsAs) {
        return node.bean(Roles.class)
                .create(
                        new Roles.Draft(
                                new RoleArn(tenant, "reader"),
                                "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Principal\":"
                                        + " {\"AWS\": \"*\"}, \"Action\": \"sts:AssumeRole\"}}",
                                "",
                                Duration.ofHours(1)),
                        actsAs.id());
    }

    private void limit(User user) {
        new JdbcQuotaStore(node.database).put(new QuotaHolder.OfUser(tenant, user.id()), new Quota(null, null, 9L));
    }

    private User user(String name) {
        return node.provisioning.createUser(tenant, name, Role.TENANT_USER).user();
    }

    private void claim(User user, String name) {
        node.buckets.claim(tenant, user.id(), node.platform.id(), new BucketName(name), "default");
    }

    private Bucket bucketOf(User owner, String name) {
        var claim = node.buckets.claim(tenant, owner.id(), node.platform.id(), new BucketName(name), "default");
        assertThat(node.buckets.confirm(tenant, owner.id(), claim.bucket())).isTrue();
        node.memoryPlatform.buckets.put(name, counterpart(owner));
        return node.listBuckets(tenant, name, 1).getFirst();
    }

    private PlatformUserId counterpart(User user) {
        return node.users.counterpart(tenant, user.id()).orElseThrow();
    }

    private static boolean isKnown(String accessKey) {
        identities.forgetAll();
        return identities
                .find(new AccessKeyId(accessKey), InetAddress.getLoopbackAddress())
                .join()
                .isPresent();
    }

    private long rows(String table, String column) {
        return count(table, column, ann.id());
    }

    private static long rowsOf(User user) {
        return count("tenant_user", "id", user.id());
    }

    private static long count(String table, String column, UserId user) {
        return node.database
                .first("SELECT count(*) FROM " + table + " WHERE " + column + " = ?", row -> row.getLong(1), user)
                .orElseThrow();
    }

    private static AccountDeletion removal() {
        return node.removal(node.memoryPlatform);
    }

    private static BucketTransfers transfers() {
        return new JdbcBucketTransfers(node.database);
    }

    private static JdbcAccountStore logins() {
        return new JdbcAccountStore(node.database);
    }

    private static BucketOwnership ownership() {
        return node.ownership(node.memoryPlatform, transfers());
    }

    private static void assertFails(ThrowingCallable call, Class<? extends Failure> failure) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                .isInstanceOf(failure));
    }
}
