package dev.ose.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantHealth;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.aws.AwsPlatformConfig.Accounts;
import dev.ose.adapter.aws.AwsTenantRecord.Action;
import dev.ose.adapter.contract.S3Caller;
import dev.ose.testkit.MotoFixture;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.organizations.model.Account;
import software.amazon.awssdk.services.organizations.model.Tag;

/** How tenants get accounts of an organisation, at moto. */
class AwsOnboardingTest {

    @RegisterExtension
    static final MotoFixture MOTO = new MotoFixture();

    private final String id = UUID.randomUUID().toString();
    private AwsTestSite site;

    @BeforeEach
    void reach() {
        site = AwsTestSite.at(MOTO.server());
    }

    @Test
    void tenantGetsAnAccountAndComesBackToIt() {
        try (StoragePlatform platform = site.open(AwsTestSite.create(), null)) {
            PlatformTenant tenant = platform.createTenant(new TenantRequest(id, "Zürich & Söhne"));
            assertThat(platform.tenantHealth(tenant.id())).isEqualTo(TenantHealth.AVAILABLE);
            platform.deleteTenant(tenant.id());

            assertThat(platform.createTenant(new TenantRequest(id, "second life"))
                            .name())
                    .isEqualTo("second life");
        }

        assertThat(accounts()).hasSize(1);
        assertThat(accounts().getFirst().name()).startsWith("Z_rich & S_hne ".substring(0, 10));
        assertThat(history())
                .containsExactly(
                        Action.CREATE_ACCOUNT,
                        Action.SYNC_STATE,
                        Action.SYNC_STATE,
                        Action.ASSUME_ROLE,
                        Action.ENABLE_TENANT,
                        Action.REVOKE_ACCOUNT,
                        Action.RESET_ACCOUNT,
                        Action.REUSE_ACCOUNT,
                        Action.ASSUME_ROLE,
                        Action.ENABLE_TENANT);
    }

    @Test
    void usersOfTwoAccountsAreApart() {
        String other = UUID.randomUUID().toString();
        tag(site.spareAccounts().getFirst(), id);
        tag(site.spareAccounts().getLast(), other);

        try (StoragePlatform platform = site.open(AwsTestSite.assign(), null);
                HttpClient http = HttpClient.newHttpClient()) {
            PlatformUser ann = user(platform, id);
            PlatformUser bob = user(platform, other);
            S3Caller hers = new S3Caller(http, platform.info(), platform.createKey(ann.id()));
            S3Caller his = new S3Caller(http, platform.info(), platform.createKey(bob.id()));
            String bucket = "apart-" + UUID.randomUUID();
            platform.admitToBucket(ann.id(), bucket);
            assertThat(hers.createBucket(bucket).status()).isEqualTo(200);
            assertThat(hers.put(bucket, "k", "hers").status()).isEqualTo(200);

            assertThat(hers.get(bucket, "k").body()).isEqualTo("hers");
            assertThat(his.get(bucket, "k").status()).isEqualTo(403);
            assertThat(platform.admitToBucket(bob.id(), bucket)).isFalse();
        }
    }

    @Test
    void accountIsAssignedByItsTag() {
        try (StoragePlatform platform = site.open(AwsTestSite.assign(), null)) {
            TenantRequest request = new TenantRequest(id, "tenant");
            assertThatThrownBy(() -> platform.createTenant(request))
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining(AwsNames.tenant(id).value());
            assertThat(platform.findTenant(AwsNames.tenant(id))).isEmpty();

            tag(newAccount(), id);

            assertThat(platform.createTenant(request).id()).isEqualTo(AwsNames.tenant(id));
        }
        assertThat(history()).containsExactly(Action.REUSE_ACCOUNT, Action.ASSUME_ROLE, Action.ENABLE_TENANT);
    }

    private String newAccount() {
        try (AwsClients clients = site.clients(AwsTestSite.assign())) {
            return clients.organizations()
                    .createAccount(request -> request.accountName("theirs").email(id + "@example.com"))
                    .createAccountStatus()
                    .accountId();
        }
    }

    private void tag(String account, String tenant) {
        try (AwsClients clients = site.clients(AwsTestSite.assign())) {
            clients.organizations().tagResource(request -> request.resourceId(account)
                    .tags(Tag.builder()
                            .key(AwsNames.TENANT_TAG)
                            .value(AwsNames.tenant(tenant).value())
                            .build()));
        }
    }

    /** The answer of one request after the other does not arrive, and a new adapter goes on. */
    @Test
    void accountIsCreatedOnceWhereverTheAdapterIsCutOff() {
        int cut = 1;
        while (isCutOff(AwsTestSite.create(), cut, UUID.randomUUID().toString(), AwsOnboardingTest::tenant)) {
            cut++;
        }

        assertThat(cut).isGreaterThan(8);
    }

    @Test
    @EnabledIfSystemProperty(named = "ose.aws.all", matches = "true")
    void userIsCompletedWhereverTheAdapterIsCutOff() {
        int cut = 1;
        while (isCutOff(AwsTestSite.share(), cut, UUID.randomUUID().toString(), AwsOnboardingTest::life)) {
            cut++;
        }

        assertThat(cut).isGreaterThan(20);
    }

    /** What is done to a platform, as often as it takes. */
    private interface Work {
        void on(StoragePlatform platform, String tenant);
    }

    private boolean isCutOff(Accounts accounts, int cut, String tenant, Work work) {
        AtomicInteger requests = new AtomicInteger();
        boolean isCut;
        try (AwsRelay relay = AwsRelay.to(
                        site.endpoint(), request -> requests.incrementAndGet() == cut ? AwsRelay.CUT : AwsRelay.PASS);
                StoragePlatform platform = site.open(accounts, relay.endpoint())) {
            isCut = fails(platform, tenant, work);
        }
        // An order of which AWS knows nothing counts as lost only after a while.
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(16));
        try (StoragePlatform platform = site.open(accounts, null, AwsTestSite.quick(), later)) {
            work.on(platform, tenant);
        }
        if (accounts.equals(AwsTestSite.create())) {
            assertThat(accounts(tenant)).as("cut at %d", cut).hasSize(1);
        }
        return isCut;
    }

    private static boolean fails(StoragePlatform platform, String tenant, Work work) {
        try {
            work.on(platform, tenant);
            return false;
        } catch (PlatformException e) {
            assertThat(e.kind()).isIn(Kind.UNAVAILABLE, Kind.OUTCOME_UNKNOWN);
            return true;
        }
    }

    private static void tenant(StoragePlatform platform, String id) {
        platform.createTenant(new TenantRequest(id, "cut off"));
    }

    /** A user with a key, who is admitted to a bucket that is never made, and deleted. */
    private static void life(StoragePlatform platform, String id) {
        String bucket = "cut-" + id;
        PlatformUser user = user(platform, id);
        if (platform.listKeys(user.id()).isEmpty()) {
            platform.createKey(user.id());
        }
        platform.admitToBucket(user.id(), bucket);
        platform.releaseBucket(user.id(), bucket);
        platform.admitToBucket(user.id(), bucket);
        platform.deleteUser(user.id());
        assertThat(platform.findUser(user.id())).isEmpty();
        platform.deleteTenant(user.tenant());
    }

    private static PlatformUser user(StoragePlatform platform, String tenant) {
        PlatformTenant made = platform.createTenant(new TenantRequest(tenant, "tenant"));
        return platform.createUser(new UserRequest(made.id(), "user", "user"));
    }

    private List<Account> accounts() {
        return accounts(id);
    }

    private List<Account> accounts(String tenant) {
        String email = AwsNames.email("aws+{tenant}@example.com", AwsNames.tenant(tenant));
        try (AwsClients clients = site.clients(AwsTestSite.create())) {
            return clients.organizations().listAccountsPaginator().stream()
                    .flatMap(page -> page.accounts().stream())
                    .filter(account -> account.email().equals(email))
                    .toList();
        }
    }

    private List<Action> history() {
        try (AwsClients clients = site.clients(AwsTestSite.create())) {
            return new AwsRegistry(new AwsCalls(AwsTestSite.quick()), clients.s3(), AwsTestSite.REGISTRY)
                            .find(AwsNames.recordOf(AwsNames.tenant(id)), AwsTenantRecord::read)
                            .orElseThrow()
                            .content()
                            .history()
                            .stream()
                            .map(AwsTenantRecord.Event::action)
                            .toList();
        }
    }

    private static Consumer<Throwable> kind(Kind kind) {
        return failure -> assertThat(failure)
                .isInstanceOfSatisfying(PlatformException.class, refusal -> assertThat(refusal.kind())
                        .isEqualTo(kind));
    }
}
