package dev.ose.server.tenant.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.access.CallerFacts;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.IamCall;
import dev.ose.server.iam.IamParameters;
import dev.ose.server.iam.oidc.JoseTokenVerifier;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.jdbc.CachedIdentityDirectory;
import dev.ose.testkit.PostgresFixture;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roles, and callers that try to assume them without being trusted. */
class RoleTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final String READ = "{\"Version\": \"2012-10-17\", \"Statement\":"
            + " {\"Effect\": \"Allow\", \"Action\": \"s3:GetObject\", \"Resource\": \"*\"}}";
    private static final String ALL = READ.replace("s3:GetObject", "*");

    private static StoreFixture node;
    private static CachedIdentityDirectory identities;
    private static IamApi iam;

    private TenantId tenant;
    private Identity chief;
    private Identity ann;
    private Identity stranger;

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
        identities = node.bean(CachedIdentityDirectory.class);
        iam = node.iam(new JoseTokenVerifier(OutboundRoutes.direct(), Clock.systemUTC()), Clock.systemUTC());
    }

    private static UserPolicies policies() {
        return node.bean(UserPolicies.class);
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @BeforeEach
    void makePeople() {
        StoreFixture.Holder ours = node.holder("t" + UUID.randomUUID());
        tenant = ours.tenant().id();
        chief = identity(ours.made());
        ann = identity(node.provisioning.createUser(tenant, "ann", Role.TENANT_USER));
        TenantId other = node.holder("o" + UUID.randomUUID()).tenant().id();
        stranger = identity(node.provisioning.createUser(other, "ann", Role.TENANT_USER));
    }

    private static Identity identity(Provisioning.NewUser made) {
        return find(made.reserved().accessKey()).orElseThrow();
    }

    /** The identity on a node that was notified of every change. */
    private static Optional<Identity> find(String accessKey) {
        identities.forgetAll();
        return identities
                .find(new AccessKeyId(accessKey), InetAddress.getLoopbackAddress())
                .join();
    }

    @Test
    void roleIsMadeShownChangedAndDeleted() {
        IamAnswer made = call(chief, "iam", "CreateRole", "RoleName", "reader", "AssumeRolePolicyDocument", trust("*"));

        assertThat(made.xml()).contains("<Arn>arn:aws:iam::" + tenant + ":role/reader</Arn>");
        assertThat(failure(chief, "CreateRole", "RoleName", "reader", "AssumeRolePolicyDocument", trust("*")))
                .isEqualTo("EntityAlreadyExists");
        done(chief, "PutRolePolicy", "RoleName", "reader", "PolicyName", "p", "PolicyDocument", READ);
        assertThat(done(chief, "ListRolePolicies", "RoleName", "reader")).contains("<member>p</member>");
        assertThat(done(chief, "GetRolePolicy", "RoleName", "reader", "PolicyName", "p"))
                .contains("s3%3AGetObject");
        done(chief, "UpdateAssumeRolePolicy", "RoleName", "reader", "PolicyDocument", trust(arn(ann)));
        assertThat(done(chief, "GetRole", "RoleName", "reader")).contains("user%2Fann");
        assertThat(done(chief, "ListRoles")).contains("<RoleName>reader</RoleName>");
        done(chief, "DeleteRolePolicy", "RoleName", "reader", "PolicyName", "p");
        assertThat(failure(chief, "GetRolePolicy", "RoleName", "reader", "PolicyName", "p"))
                .isEqualTo("NoSuchEntity");
        done(chief, "DeleteRole", "RoleName", "reader");
        assertThat(failure(chief, "GetRole", "RoleName", "reader")).isEqualTo("NoSuchEntity");
    }

    @Test
    void sessionActsAsTheRolesUserAsFarAsTheRoleAllowsItAtTheMoment() {
        makeRole("reader", trust(arn(ann)), READ);

        String key = assumed(ann, "reader");

        assertThat(find(key).orElseThrow().user()).isEqualTo(chief.user());
        assertThat(find(key).orElseThrow().platformKey()).isEqualTo(chief.platformKey());
        assertThat(permits(key, "s3:GetObject")).isTrue();
        assertThat(permits(key, "s3:PutObject")).isFalse();
        done(chief, "PutRolePolicy", "RoleName", "reader", "PolicyName", "p", "PolicyDocument", ALL);
        assertThat(permits(key, "s3:PutObject")).isTrue();
        policies().put(tenant, chief.user(), "few", READ);
        assertThat(permits(key, "s3:PutObject")).isFalse();
        policies().delete(tenant, chief.user(), "few");
        done(chief, "DeleteRolePolicy", "RoleName", "reader", "PolicyName", "p");
        assertThat(permits(key, "s3:GetObject")).isFalse();
    }

    @Test
    void policyOfTheSessionNarrowsTheRolesAndNeverWidensThem() {
        makeRole("reader", trust(arn(ann)), READ);

        assertThat(permits(assumed(ann, "reader", "Policy", ALL), "s3:PutObject"))
                .isFalse();
        String narrow = assumed(ann, "reader", "Policy", READ.replace("GetObject", "PutObject"));
        assertThat(permits(narrow, "s3:GetObject")).isFalse();
        assertThat(permits(narrow, "s3:PutObject")).isFalse();
    }

    @Test
    void deletedRoleEndsItsSessionsAndItsNameIsAnothersThen() {
        makeRole("reader", trust(arn(ann)), READ);
        String key = assumed(ann, "reader");

        done(chief, "DeleteRole", "RoleName", "reader");
        makeRole("reader", trust("*"), ALL);

        assertThat(find(key)).isEmpty();
    }

    @Test
    void onlyWhoIsTrustedAssumesARole() {
        Identity bob = identity(node.provisioning.createUser(tenant, "bob", Role.TENANT_USER));
        makeRole("reader", trust(arn(ann)), READ);

        assertThat(assume(bob, "reader").failure()).isEqualTo("AccessDenied");
        assertThat(assume(chief, "reader").failure()).isEqualTo("AccessDenied");
        assertThat(assume(stranger, "reader").failure()).isEqualTo("AccessDenied");
        done(chief, "UpdateAssumeRolePolicy", "RoleName", "reader", "PolicyDocument", trust(root(tenant)));
        assertThat(assume(bob, "reader").status()).isEqualTo(200);
        assertThat(assume(stranger, "reader").failure()).isEqualTo("AccessDenied");
        String butBob = "{\"Statement\": [" + statement("Allow", root(tenant), "") + ','
                + statement("Deny", arn(bob), "") + "]}";
        done(chief, "UpdateAssumeRolePolicy", "RoleName", "reader", "PolicyDocument", butBob);
        assertThat(assume(bob, "reader").failure()).isEqualTo("AccessDenied");
        assertThat(assume(ann, "reader").status()).isEqualTo(200);
    }

    @Test
    void othersAreTrustedOnlyByName() {
        makeRole("reader", trust("*"), READ);
        assertThat(assume(ann, "reader").status()).isEqualTo(200);
        assertThat(assume(stranger, "reader").failure()).isEqualTo("AccessDenied");

        for (String named : List.of(arn(stranger), root(stranger.tenant()))) {
            done(chief, "UpdateAssumeRolePolicy", "RoleName", "reader", "PolicyDocument", trust(named));
            assertThat(assume(stranger, "reader").status()).as(named).isEqualTo(200);
            assertThat(assume(ann, "reader").failure()).as(named).isEqualTo("AccessDenied");
        }
    }

    @Test
    void whoActsForManyHasToSayForWhom() {
        String wanted = ", \"Condition\": {\"StringEquals\": {\"sts:ExternalId\": \"customer-7\"}}";
        makeRole("reader", "{\"Statement\": " + statement("Allow", arn(stranger), wanted) + "}", READ);

        assertThat(assume(stranger, "reader").failure()).isEqualTo("AccessDenied");
        assertThat(assume(stranger, "reader", "ExternalId", "customer-8").failure())
                .isEqualTo("AccessDenied");
        assertThat(assume(stranger, "reader", "ExternalId", "customer-7").status())
                .isEqualTo(200);
    }

    @Test
    void roleThatIsNotThereLooksLikeOneThatDoesNotTrust() {
        for (String role : List.of(
                "arn:aws:iam::" + tenant + ":role/none",
                "arn:aws:iam::" + UUID.randomUUID() + ":role/reader",
                "arn:aws:iam::123456789012:role/reader",
                arn(chief),
                "nonsense")) {
            assertThat(call(ann, "sts", "AssumeRole", "RoleArn", role, "RoleSessionName", "it")
                            .failure())
                    .as(role)
                    .isEqualTo("AccessDenied");
        }
    }

    @Test
    void keyThatMakesNoSessionsAssumesNothing() {
        makeRole("reader", trust("*"), ALL);
        Identity session = find(assumed(ann, "reader")).orElseThrow();
        Identity application = made(new CredentialTerms(null, "", ALL, null));
        Identity expiring =
                made(new CredentialTerms(null, "", null, Instant.now().plus(Duration.ofDays(1))));

        for (Identity caller : List.of(session, application, expiring)) {
            assertThat(assume(caller, "reader").failure()).isEqualTo("AccessDenied");
            assertThat(failure(caller, "CreateAccessKey")).isEqualTo("AccessDenied");
            assertThat(failure(caller, "CreateRole", "RoleName", "x", "AssumeRolePolicyDocument", trust("*")))
                    .isEqualTo("AccessDenied");
        }
        assertThat(call(session, "sts", "GetCallerIdentity").xml())
                .contains("<Arn>arn:aws:sts::" + tenant + ":assumed-role/reader/it</Arn>");
    }

    private Identity made(CredentialTerms terms) {
        return find(node.credentials
                        .create(tenant, ann.user(), terms)
                        .credential()
                        .accessKey()
                        .value())
                .orElseThrow();
    }

    @Test
    void policiesOfTheCallerDecideToo() {
        makeRole("reader", trust(arn(ann)), READ);

        policies().put(tenant, ann.user(), "few", READ);
        assertThat(assume(again(ann), "reader").failure()).isEqualTo("AccessDenied");
        policies()
                .put(
                        tenant,
                        ann.user(),
                        "few",
                        READ.replace("s3:GetObject", "sts:AssumeRole")
                                .replace("\"*\"", "\"arn:aws:iam::" + tenant + ":role/reader\""));
        assertThat(assume(again(ann), "reader").status()).isEqualTo(200);
        makeRole("other", trust(arn(ann)), READ);
        assertThat(assume(again(ann), "other").failure()).isEqualTo("AccessDenied");
    }

    private static Identity again(Identity before) {
        return find(before.accessKey().value()).orElseThrow();
    }

    @Test
    void disabledRolesAreNotAssumed() {
        makeRole("reader", trust(arn(stranger)), READ);

        node.provisioning.disableUser(tenant, chief.user());
        assertThat(assume(stranger, "reader").failure()).isEqualTo("AccessDenied");
        node.provisioning.enableUser(tenant, chief.user());
        node.provisioning.disableTenant(tenant);
        assertThat(assume(stranger, "reader").failure()).isEqualTo("AccessDenied");
        node.provisioning.enableTenant(tenant);
        assertThat(assume(stranger, "reader").status()).isEqualTo(200);
    }

    @Test
    void rolesAreKeptByAdministratorsOfTheirTenant() {
        makeRole("reader", trust("*"), READ);
        StoreFixture.Holder others = node.holder("x" + UUID.randomUUID());

        assertThat(failure(ann, "GetRole", "RoleName", "reader")).isEqualTo("AccessDenied");
        assertThat(failure(ann, "ListRoles")).isEqualTo("AccessDenied");
        assertThat(failure(ann, "PutRolePolicy", "RoleName", "reader", "PolicyName", "p", "PolicyDocument", ALL))
                .isEqualTo("AccessDenied");
        Identity boss = identity(others.made());
        assertThat(failure(boss, "DeleteRole", "RoleName", "reader")).isEqualTo("NoSuchEntity");
        assertThat(failure(boss, "PutRolePolicy", "RoleName", "reader", "PolicyName", "p", "PolicyDocument", ALL))
                .isEqualTo("NoSuchEntity");
        assertThat(done(boss, "ListRoles")).doesNotContain("reader");
    }

    @Test
    void administratorWhoMayNotImpersonateOthersChangesNoRoleOfTheirs() {
        makeRole("reader", trust("*"), READ);
        Identity deputy = identity(node.provisioning.createUser(tenant, "deputy", Role.TENANT_ADMIN));
        node.provisioning.setImpersonation(tenant, ImpersonationPolicy.DISALLOW);

        assertThat(failure(deputy, "PutRolePolicy", "RoleName", "reader", "PolicyName", "p", "PolicyDocument", ALL))
                .isEqualTo("AccessDenied");
        assertThat(failure(deputy, "UpdateAssumeRolePolicy", "RoleName", "reader", "PolicyDocument", trust("*")))
                .isEqualTo("AccessDenied");
        done(chief, "PutRolePolicy", "RoleName", "reader", "PolicyName", "p", "PolicyDocument", ALL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "nonsense",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Principal\": {\"AWS\": \"somebody\"}, \"Action\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Principal\": {\"Federated\": \"x\"}, \"Action\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\"}}"
            })
    void trustThatCannotBeEvaluatedIsRefused(String document) {
        assertThat(failure(chief, "CreateRole", "RoleName", "bad", "AssumeRolePolicyDocument", document))
                .isEqualTo("MalformedPolicyDocument");
    }

    @Test
    void whatWouldBeOverlookedIsRefused() {
        String trust = trust("*");

        assertThat(failure(
                        chief,
                        "CreateRole",
                        "RoleName",
                        "r",
                        "AssumeRolePolicyDocument",
                        trust,
                        "PermissionsBoundary",
                        "arn:aws:iam::aws:policy/ReadOnlyAccess"))
                .isEqualTo("ValidationError");
        assertThat(failure(chief, "CreateRole", "RoleName", "a b", "AssumeRolePolicyDocument", trust))
                .isEqualTo("ValidationError");
        makeRole("reader", trust, READ);
        assertThat(assume(ann, "reader", "DurationSeconds", "7200").failure()).isEqualTo("ValidationError");
        assertThat(assume(ann, "reader", "RoleSessionName", "a/b").failure()).isEqualTo("ValidationError");
    }

    @Test
    void whatIsComparedWithPoliciesIsShort() {
        makeRole("reader", trust("*"), READ);
        String longName = "arn:aws:iam::" + tenant + ":role/" + "a".repeat(65);

        assertThat(call(ann, "sts", "AssumeRole", "RoleArn", longName, "RoleSessionName", "it")
                        .failure())
                .isEqualTo("AccessDenied");
        assertThat(assume(ann, "reader", "ExternalId", "x").failure()).isEqualTo("ValidationError");
        assertThat(assume(ann, "reader", "ExternalId", "x".repeat(1_225)).failure())
                .isEqualTo("ValidationError");
        assertThat(assume(ann, "reader", "ExternalId", "x".repeat(1_224)).status())
                .isEqualTo(200);
    }

    @Test
    void policiesOfARoleAreShortTogether() {
        makeRole("reader", trust("*"), READ);
        String filled = " ".repeat(10_240 - READ.length()) + READ;

        assertThat(failure(
                        chief, "PutRolePolicy", "RoleName", "reader", "PolicyName", "more", "PolicyDocument", filled))
                .isEqualTo("ValidationError");
        done(chief, "PutRolePolicy", "RoleName", "reader", "PolicyName", "p", "PolicyDocument", filled);
    }

    @Test
    void rolesAreListedPageByPage() {
        for (int i = 10; i < 61; i++) {
            done(chief, "CreateRole", "RoleName", "r" + i, "AssumeRolePolicyDocument", trust("*"));
        }

        assertThat(done(chief, "ListRoles", "MaxItems", "1000"))
                .contains("<IsTruncated>true</IsTruncated><Marker>r59</Marker>");
        assertThat(done(chief, "ListRoles", "Marker", "r59"))
                .contains("<RoleName>r60</RoleName>", "<IsTruncated>false</IsTruncated>");
    }

    @Test
    void sessionsOfARoleTakeNoneOfItsAdministrators() {
        makeRole("reader", trust(arn(stranger)), READ);

        assumed(stranger, "reader");

        assertThat(node.credentialStore
                        .countSessions(tenant, chief.user(), null)
                        .all())
                .isZero();
    }

    private void makeRole(String name, String trust, String policy) {
        done(chief, "CreateRole", "RoleName", name, "AssumeRolePolicyDocument", trust);
        done(chief, "PutRolePolicy", "RoleName", name, "PolicyName", "p", "PolicyDocument", policy);
    }

    private static String trust(String principal) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": " + statement("Allow", principal, "") + "}";
    }

    private static String statement(String effect, String principal, String more) {
        return "{\"Effect\": \"" + effect + "\", \"Principal\": {\"AWS\": \"" + principal
                + "\"}, \"Action\": \"sts:AssumeRole\"" + more + "}";
    }

    private static String arn(Identity of) {
        return "arn:aws:iam::" + of.tenant() + ":user/" + of.userName();
    }

    private static String root(TenantId of) {
        return "arn:aws:iam::" + of + ":root";
    }

    private static boolean permits(String accessKey, String action) {
        Identity caller = find(accessKey).orElseThrow();
        return caller.limits()
                .permit(new AccessRequest(action, "arn:aws:s3:::b/k", asked(caller, "s3", "Action=none")));
    }

    private String assumed(Identity caller, String role, String... more) {
        IamAnswer answer = assume(caller, role, more);
        Matcher key = Pattern.compile("<AccessKeyId>([^<]+)").matcher(answer.xml());
        assertThat(key.find()).as(answer.xml()).isTrue();
        return key.group(1);
    }

    private IamAnswer assume(Identity caller, String role, String... more) {
        String name = List.of(more).contains("RoleSessionName") ? "" : "&RoleSessionName=it";
        return send(
                caller,
                "sts",
                "Action=AssumeRole&RoleArn=arn:aws:iam::" + tenant + ":role/" + role + name + form(more));
    }

    private static String done(Identity caller, String action, String... parameters) {
        IamAnswer answer = call(caller, "iam", action, parameters);
        assertThat(answer.status()).as(answer.xml()).isEqualTo(200);
        return answer.xml();
    }

    private static String failure(Identity caller, String action, String... parameters) {
        return String.valueOf(call(caller, "iam", action, parameters).failure());
    }

    private static IamAnswer call(Identity caller, String service, String action, String... parameters) {
        return send(caller, service, "Action=" + action + form(parameters));
    }

    private static IamAnswer send(Identity caller, String service, String form) {
        return iam.perform(asked(caller, service, form));
    }

    private static IamCall asked(Identity caller, String service, String form) {
        return new IamCall(
                service,
                new CallerFacts(
                        caller,
                        new RequestFacts(HeaderLookup.NONE, InetAddress.getLoopbackAddress(), false),
                        Instant.now()),
                IamParameters.parse(form),
                "REQUEST");
    }

    private static String form(String... parameters) {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < parameters.length; i += 2) {
            form.append('&')
                    .append(parameters[i])
                    .append('=')
                    .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
        }
        return form.toString();
    }
}
