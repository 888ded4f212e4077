package dev.ose.server.iam.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSASigner;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.RequestContext;
import dev.ose.server.database.FaultInjector;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.Roles;
import dev.ose.testkit.LoopbackIssuer;
import dev.ose.testkit.RsaKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Users created by the first token of a subject. */
class NewUserByTokenTest extends NewUserFixture {

    private static final RequestContext NOTHING_KNOWN = new RequestContext() {
        @Override
        public List<String> values(ContextKey key) {
            return List.of();
        }

        @Override
        public boolean affords(long steps) {
            return true;
        }
    };

    @Test
    void firstTokenMakesAWholeUserAndTheNextOnesFindIt() throws Exception {
        IamAnswer first = assume("zoe", token("s-1", "zoe"));

        assertThat(first.status()).as(first.xml()).isEqualTo(200);
        User zoe = made("zoe");
        assertThat(zoe.role()).isEqualTo(Role.TENANT_USER);
        assertThat(first.payer()).isEqualTo(new IamAnswer.Payer(tenant, zoe.id()));
        assertThat(node.users.counterpart(tenant, zoe.id())).isPresent();
        assertThat(node.users.hasPlatformKey(tenant, zoe.id())).isTrue();
        assertThat(node.credentials.list(tenant, zoe.id()))
                .extracting(Credential::kind)
                .containsExactly(CredentialKind.RESERVED);
        int before = platformCalls.get();
        assertThat(assume("zoe", token("s-1", "zoe")).status()).isEqualTo(200);
        assertThat(platformCalls).hasValue(before);
        assertThat(made("zoe")).isEqualTo(zoe);
    }

    @Test
    void claimsMakeNoAdministrator() throws Exception {
        String token = issuer.token(named("s-1", "zoe")
                .claim("role", "TENANT_ADMIN")
                .claim("groups", List.of("TENANT_ADMIN"))
                .build());

        assertThat(assume("zoe", token).status()).isEqualTo(200);
        assertThat(made("zoe").role()).isEqualTo(Role.TENANT_USER);
    }

    @Test
    void tokenDoesNotTakeOverAUserCreatedOtherwise() throws Exception {
        node.provisioning.createUser(tenant, "chief", Role.TENANT_ADMIN);
        beginToMake("begun");
        int before = users();

        for (String name : List.of("ann", "chief", "begun")) {
            IamAnswer answer = assume(name, token(name, name));
            assertThat(answer.failure()).as(name).isEqualTo("EntityAlreadyExists");
            assertThat(answer.status()).isEqualTo(409);
        }

        assertThat(platformCalls).hasValue(0);
        assertThat(users()).isEqualTo(before);
        assertThat(bound()).isZero();
        assertThat(node.credentialStore.countSessions(tenant, ann, null).all()).isZero();
    }

    /** As if the administrator's call had been interrupted after its first step. */
    private void beginToMake(String name) {
        assertThatThrownBy(() -> node.dying(4).createUser(tenant, name, Role.TENANT_ADMIN))
                .isInstanceOf(FaultInjector.class);
        assertThat(node.users.findByName(tenant, name)).isEmpty();
    }

    @Test
    void anotherNameAtTheIssuerChangesNothingAndItsOldOneGivesNoOtherSubjectTheUser() throws Exception {
        assume("zoe", token("s-1", "zoe"));
        User zoe = made("zoe");

        assertThat(assume("zoe", token("s-1", "zoe-married")).status()).isEqualTo(200);
        assertThat(assume("zoe-married", token("s-1", "zoe-married")).failure()).isEqualTo("AccessDenied");
        assertThat(assume("ann", token("s-1", "ann")).failure()).isEqualTo("AccessDenied");
        assertThat(assume("zoe", token("s-2", "zoe")).failure()).isEqualTo("EntityAlreadyExists");
        assertThat(bound()).isEqualTo(1);
        assertThat(node.credentialStore.countSessions(tenant, zoe.id(), null).all())
                .isEqualTo(2);
    }

    @Test
    void userOfASubjectStaysItsOwnThoughValuesOfAClaimAreNamesAgain() throws Exception {
        assume("zoe", token("s-1", "zoe"));
        providers.put(provider(null, "preferred_username", Map.of()));

        assertThat(assume("zoe", token("s-2", "zoe")).failure()).isEqualTo("AccessDenied");
        assertThat(assume("new", token("s-3", "new")).failure()).isEqualTo("AccessDenied");
        assertThat(assume("zoe", token("s-1", "other")).status()).isEqualTo(200);
        assertThat(assume("ann", token("s-4", "ann")).status()).isEqualTo(200);
        assertThat(bound()).isEqualTo(1);
    }

    @Test
    void usersThatAnAdministratorNamedForATokenAreThereStill() throws Exception {
        providers.put(creating(tenant, 3, Map.of("s-9", "ann", "s-8", "later")));

        assertThat(assume("ann", token("s-9", "zoe")).status()).isEqualTo(200);
        assertThat(assume("zoe", token("s-9", "zoe")).failure()).isEqualTo("AccessDenied");
        assertThat(assume("zoe", token("s-1", "zoe")).status()).isEqualTo(200);
        // The name is reserved for the user that the mapping names.
        assertThat(assume("later", token("s-2", "later")).failure()).isEqualTo("EntityAlreadyExists");
    }

    @Test
    void nameThatARoleTrustsIsFreeAndTheTrustIsNotForItsNextUser() throws Exception {
        StoreFixture.Holder other = node.holder("o" + UUID.randomUUID());
        trust(other, "gone");
        node.database.update("UPDATE tenant_role SET trust_set_at = trust_set_at - interval '1 hour'");

        assertThat(assume("gone", token("s-1", "gone")).status()).isEqualTo(200);

        User taker = node.provisioning.findUser(tenant, "gone").orElseThrow();
        assertThat(mayAssume(other, taker)).isFalse();
        roles().setTrust(roles().get(guests(other)), trustIn("gone"));
        assertThat(mayAssume(other, taker)).isTrue();
    }

    private boolean mayAssume(StoreFixture.Holder other, User user) {
        Roles.Asker asker = new Roles.Asker(user.tenant(), user.id(), user.name());
        return roles().findFor(asker, guests(other), NOTHING_KNOWN).isPresent();
    }

    private Roles roles() {
        return node.bean(Roles.class);
    }

    private static RoleArn guests(StoreFixture.Holder other) {
        return new RoleArn(other.tenant().id(), "guests");
    }

    private void trust(StoreFixture.Holder other, String name) {
        roles().create(
                        new Roles.Draft(guests(other), trustIn(name), "", Duration.ofHours(1)),
                        other.made().user().id());
    }

    private String trustIn(String name) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Action\": \"sts:AssumeRole\","
                + " \"Principal\": {\"AWS\": \"" + arn(tenant, name).replace("/", "\\/") + "\"}}}";
    }

    @Test
    void onlyTheNameThatTheTokenGivesAndThatAUserMayHaveIsMade() throws Exception {
        assertThat(assume("zoe", token("s-1", "max")).failure()).isEqualTo("AccessDenied");
        assertThat(assume("zoe", issuer.token(claims().subject("zoe").build())).failure())
                .isEqualTo("AccessDenied");
        assertThat(assume(
                                "zoe",
                                issuer.token(claims().claim("preferred_username", List.of("zoe"))
                                        .build()))
                        .failure())
                .isEqualTo("AccessDenied");
        assertThat(assume("zoe", token("s".repeat(256), "zoe")).failure()).isEqualTo("AccessDenied");
        assertThat(assume("zoe", token("sé", "zoe")).failure()).isEqualTo("AccessDenied");
        for (String illegal : List.of("zoe@example.com", "-zoe", "z oe", "zoë", "z".repeat(65), "zoe/x")) {
            assertThat(assume(illegal, token("s-1", illegal)).failure())
                    .as(illegal)
                    .isEqualTo("ValidationError");
        }

        assertThat(users()).isEqualTo(KNOWN);
        assertThat(platformCalls).hasValue(0);
    }

    @Test
    void forgedAndExpiredTokensCostThePlatformNothing() throws Exception {
        RSASSASigner other = new RSASSASigner(RsaKeys.next("other"));
        String forged = LoopbackIssuer.token(
                named("s-1", "zoe").build(), JWSAlgorithm.RS256, issuer.key().getKeyID(), other);

        assertThat(assume("zoe", forged).failure()).isEqualTo("InvalidIdentityToken");
        assertThat(assume(
                                "zoe",
                                issuer.token(
                                        named("s-1", "zoe").audience("other").build()))
                        .failure())
                .isEqualTo("InvalidIdentityToken");
        assertThat(assume(
                                "zoe",
                                issuer.token(named("s-1", "zoe")
                                        .expirationTime(in(-600))
                                        .build()))
                        .failure())
                .isEqualTo("ExpiredTokenException");

        assertThat(platformCalls).hasValue(0);
        assertThat(users()).isEqualTo(KNOWN);
    }

    @Test
    void providerMakesNoMoreThanItMay() throws Exception {
        for (int i = 1; i <= 3; i++) {
            assertThat(assume("u" + i, token("s-" + i, "u" + i)).status()).isEqualTo(200);
        }

        IamAnswer full = assume("u4", token("s-4", "u4"));
        assertThat(full.failure()).isEqualTo("LimitExceeded");
        assertThat(full.status()).isEqualTo(409);
        assertThat(assume("u1", token("s-1", "u1")).status()).isEqualTo(200);
        providers.put(creating(tenant, 4));
        assertThat(assume("u4", token("s-4", "u4")).status()).isEqualTo(200);
        providers.put(creating(tenant, 0));
        assertThat(assume("u5", token("s-5", "u5")).failure()).isEqualTo("LimitExceeded");
        assertThat(assume("u4", token("s-4", "u4")).status()).isEqualTo(200);
    }

    @Test
    void disabledOrRemovedUserIsNotMadeAnew() throws Exception {
        String token = token("s-1", "zoe");
        assume("zoe", token);
        User zoe = made("zoe");

        node.provisioning.disableUser(tenant, zoe.id());
        assertThat(assume("zoe", token).failure()).isEqualTo("AccessDenied");
        assertThat(assume("zoe2", token("s-1", "zoe2")).failure()).isEqualTo("AccessDenied");
        remove(zoe);
        assertThat(assume("zoe", token).failure()).isEqualTo("AccessDenied");
        assertThat(assume("zoe2", token("s-1", "zoe2")).failure()).isEqualTo("AccessDenied");

        assertThat(users()).isEqualTo(KNOWN);
        // The name is free for another subject.
        assertThat(assume("zoe", token("s-2", "zoe")).status()).isEqualTo(200);
        assertThat(assume("zoe", token).failure()).isEqualTo("AccessDenied");
    }

    private void remove(User user) {
        node.database.update("DELETE FROM credential WHERE user_id = ?", user.id());
        node.database.update("DELETE FROM tenant_user WHERE id = ?", user.id());
    }

    @Test
    void removedUsersLeaveRoomForOthers() throws Exception {
        providers.put(creating(tenant, 1));
        assume("zoe", token("s-1", "zoe"));
        assertThat(assume("max", token("s-2", "max")).failure()).isEqualTo("LimitExceeded");

        remove(made("zoe"));

        assertThat(assume("max", token("s-2", "max")).status()).isEqualTo(200);
    }

    @Test
    void disabledTenantAndDeletedProviderCreateNoUser() throws Exception {
        assume("zoe", token("s-1", "zoe"));

        node.provisioning.disableTenant(tenant);
        assertThat(assume("max", token("s-2", "max")).failure()).isEqualTo("AccessDenied");
        assertThat(assume("zoe", token("s-1", "zoe")).failure()).isEqualTo("AccessDenied");
        node.provisioning.enableTenant(tenant);
        providers.delete(tenant, "issuer");
        assertThat(assume("max", token("s-2", "max")).failure()).isEqualTo("InvalidIdentityToken");

        assertThat(users()).isEqualTo(KNOWN + 1);
        // A provider created again finds its users.
        providers.put(creating(tenant, 3));
        assertThat(assume("zoe", token("s-1", "zoe")).status()).isEqualTo(200);
    }

    @Test
    void sameIssuerMakesDifferentUsersForDifferentTenants() throws Exception {
        TenantId other = node.holder("o" + UUID.randomUUID()).tenant().id();
        String token = token("s-1", "zoe");
        assume("zoe", token);

        assertThat(assume(arn(other, "zoe"), token, "").failure()).isEqualTo("InvalidIdentityToken");
        providers.put(creating(other, 3));
        assertThat(assume(arn(other, "zoe"), token, "").status()).isEqualTo(200);

        assertThat(node.provisioning.userNamed(other, "zoe").id())
                .isNotEqualTo(made("zoe").id());
        node.provisioning.disableUser(
                other, node.provisioning.userNamed(other, "zoe").id());
        assertThat(assume("zoe", token).status()).isEqualTo(200);
    }

    @Test
    void tokenForARoleCreatesNoUser() throws Exception {
        assertThat(assume("arn:aws:iam::" + tenant + ":role/none", token("s-1", "zoe"), "")
                        .failure())
                .isEqualTo("AccessDenied");

        assertThat(users()).isEqualTo(KNOWN);
    }

    @Test
    void administratorDoesNotFinishWhomATokenBegan() throws Exception {
        beforeCall = operation -> {
            throw new FailureException(new Failure.OutcomeUnknown(operation));
        };
        assertThat(assume("zoe", token("s-1", "zoe")).failure()).isEqualTo("ServiceFailure");

        assertThatThrownBy(() -> node.provisioning.createUser(tenant, "zoe", Role.TENANT_USER))
                .isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                        .isEqualTo(new Failure.AlreadyExists("user", "zoe")));
        beforeCall = operation -> {};
        assertThat(assume("zoe", token("s-1", "zoe-married")).status()).isEqualTo(200);
        assertThat(bound()).isEqualTo(1);
    }

    @Test
    void newUsersNeedAClaimAndABound() {
        for (int wrong : new int[] {-1, 100_001}) {
            assertThatThrownBy(() -> new JitProvisioningPolicy("name", wrong))
                    .isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                            .isEqualTo(new Failure.Invalid("maxUsers", "must be from 0 to 100000")));
        }
        assertThatThrownBy(() -> new JitProvisioningPolicy(" ", 1)).isInstanceOf(FailureException.class);
        IdentityProvider changed = creating(tenant, 3);
        assertThat(providers.find(tenant, changed.name()).map(Revised::value)).contains(changed);
    }
}
