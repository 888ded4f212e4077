package dev.ose.server.iam.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.iam.IamAnswer;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.ProviderArn;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.credential.Roles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Sessions of roles by tokens of an issuer. */
class WebIdentityRoleTest extends WebIdentityFixture {

    @Test
    void tokenOpensASessionOfARoleThatTrustsItsIssuer() throws Exception {
        makeRole("builder", federated("Allow", tenant, "sub", "ann"));

        IamAnswer answer = assume(role("builder"), issuer.token(claims().build()), "");

        assertThat(answer.status()).as(answer.xml()).isEqualTo(200);
        assertThat(answer.xml())
                .contains(
                        "<Arn>arn:aws:sts::" + tenant + ":assumed-role/builder/session</Arn>",
                        "<SubjectFromWebIdentityToken>ann</SubjectFromWebIdentityToken>");
        // The user that the role acts as; a refusal is metered on no account.
        assertThat(answer.payer()).isEqualTo(new IamAnswer.Payer(tenant, ann));
        IamAnswer refused =
                assume(role("builder"), issuer.token(claims().subject("eve").build()), "");
        assertThat(refused.failure()).isEqualTo("AccessDenied");
        assertThat(refused.payer()).isNull();
    }

    @Test
    void roleTrustsTokensOfWhomItNamesAsItsConditionsSay() throws Exception {
        String token = issuer.token(
                claims().audience(List.of("other", OURS)).claim("azp", OURS).build());
        makeRole("party", federated("Allow", tenant, "aud", OURS));
        makeRole("audience", federated("Allow", tenant, "oaud", "other"));
        makeRole("unmet", federated("Allow", tenant, "aud", "other"));
        makeRole("absent", federated("Allow", tenant, "amr", "mfa"));
        makeRole("elsewhere", trust("Allow", "Federated", provider(tenant) + "/x", ""));
        makeRole("everybody", trust("Allow", "AWS", "*", ""));
        makeRole("users", trust("Allow", "AWS", "arn:aws:iam::" + tenant + ":user/ann", ""));
        makeRole("denied", "[" + federated("Allow", tenant, "sub", "ann") + ", " + trust("Deny", "AWS", "*", "") + "]");

        for (String trusting : List.of("party", "audience")) {
            assertThat(assume(role(trusting), token, "").status()).as(trusting).isEqualTo(200);
        }
        for (String other : List.of("unmet", "absent", "elsewhere", "everybody", "users", "denied", "missing")) {
            // Each from another address: refusals delay those of the same address.
            assertThat(assume("10.1.0." + callers++, role(other), token, "").failure())
                    .as(other)
                    .isEqualTo("AccessDenied");
        }
    }

    @Test
    void trustInAnIssuerThatCannotBeMeantIsNotTaken() {
        TenantId other = node.holder("o" + UUID.randomUUID()).tenant().id();

        for (String document : List.of(
                federated("Allow", other, "sub", "ann"),
                federated("Allow", tenant, "email", "ann"),
                federated("Allow", tenant, "sub", "ann").replace(":sub", "x:sub"),
                trust("Allow", "Federated", issuer.name(), ""),
                trust("Allow", "Federated", "arn:aws:iam::" + tenant + ":user/ann", ""))) {
            assertThatThrownBy(() -> makeRole("mistaken", document))
                    .isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                            .isInstanceOf(Failure.Invalid.class));
        }
    }

    @Test
    void sessionsThatTheTokenOfARemovedUserOpenedEndWithTheUser() throws Exception {
        makeRole("builder", federated("Allow", tenant, "aud", OURS));
        User bob = node.provisioning.createUser(tenant, "bob", Role.TENANT_USER).user();
        openAs("bob");
        openAs("nobody");
        providers.put(provider(null, "email", Map.of("bob@example.com", "bob")));
        String mapped = issuer.token(
                claims().subject("s-1").claim("email", "bob@example.com").build());
        assertThat(assume(role("builder"), mapped, "").status()).isEqualTo(200);
        assertThat(sessions()).isEqualTo(3);

        node.removal(node.memoryPlatform).removeUser(tenant, bob.id());

        assertThat(sessions()).isEqualTo(1);
    }

    @Test
    void sessionsOfWhomATokenMadeEndWithTheUser() throws Exception {
        makeRole("builder", federated("Allow", tenant, "aud", OURS));
        User zoe = node.provisioning.createUser(tenant, "zoe", Role.TENANT_USER).user();
        node.database.update(
                "INSERT INTO federated_user (tenant_id, issuer, subject, user_id) VALUES (?, ?, 's-2', ?)",
                tenant,
                issuer.name(),
                zoe.id());
        openAs("s-2");

        node.removal(node.memoryPlatform).removeUser(tenant, zoe.id());

        assertThat(sessions()).isZero();
        // The trust policy decides about the session; the user that the token mapped to is deleted.
        openAs("s-2");
    }

    private void openAs(String subject) throws Exception {
        String token = issuer.token(claims().subject(subject).build());
        assertThat(assume(role("builder"), token, "").status()).isEqualTo(200);
    }

    private int sessions() {
        return node.database
                .first(
                        "SELECT count(*) FROM credential WHERE tenant_id = ? AND role_id IS NOT NULL",
                        row -> row.getInt(1),
                        tenant)
                .orElseThrow();
    }

    /** Half of the limit for the first principal, a quarter for the next one, and so on. */
    @Test
    void openerGetsAtMostAsManySessionsOfARoleAsRemainForOthers() throws Exception {
        makeRole("builder", federated("Allow", tenant, "aud", OURS));
        String anns = issuer.token(claims().build());
        String bobs = issuer.token(claims().subject("bob").build());
        assertThat(assume(role("builder"), anns, "").status()).isEqualTo(200);

        multiplySessions(498);
        assertThat(assume(role("builder"), anns, "").status()).isEqualTo(200);
        IamAnswer refused = assume(role("builder"), anns, "");
        assertThat(refused.failure()).isEqualTo("ValidationError");
        assertThat(assume(role("builder"), bobs, "").status()).isEqualTo(200);
    }

    /** As if the only session had been opened so many times more. */
    private void multiplySessions(int times) {
        node.database.update("""
                INSERT INTO credential (access_key, tenant_id, user_id, kind, status, description, expires_at,
                    created_at, secret, session_token_digest, role_id, assumed_by)
                SELECT access_key || n, tenant_id, user_id, kind, status, description, expires_at, created_at,
                    secret, session_token_digest, role_id, assumed_by
                FROM credential, generate_series(1, ?) n WHERE tenant_id = ? AND role_id IS NOT NULL
                """, times, tenant);
    }

    @Test
    void sessionOfARoleLastsNoLongerThanTheRoleSays() throws Exception {
        makeRole("builder", federated("Allow", tenant, "sub", "ann"));
        String token = issuer.token(claims().build());

        assertThat(assume(role("builder"), token, "&DurationSeconds=3601").failure())
                .isEqualTo("ValidationError");
        node.provisioning.disableTenant(tenant);
        assertThat(assume(role("builder"), token, "").failure()).isEqualTo("AccessDenied");
    }

    private String role(String name) {
        return "arn:aws:iam::" + tenant + ":role/" + name;
    }

    private String provider(TenantId of) {
        return "arn:aws:iam::" + of + ":oidc-provider/" + ProviderArn.bare(issuer.name());
    }

    private String federated(String effect, TenantId of, String claim, String value) {
        String key = ProviderArn.bare(issuer.name()) + ':' + claim;
        return trust(
                effect,
                "Federated",
                provider(of),
                ", \"Condition\": {\"StringEquals\": {\"" + key + "\": \"" + value + "\"}}");
    }

    private static String trust(String effect, String kind, String principal, String more) {
        return "{\"Effect\": \"" + effect + "\", \"Action\": \"sts:AssumeRoleWithWebIdentity\", \"Principal\": {\""
                + kind + "\": \"" + principal + "\"}" + more + "}";
    }

    private void makeRole(String name, String statements) {
        node.bean(Roles.class)
                .create(
                        new Roles.Draft(
                                new RoleArn(tenant, name),
                                "{\"Version\": \"2012-10-17\", \"Statement\": " + statements + "}",
                                "",
                                Duration.ofHours(1)),
                        ann);
    }
}
