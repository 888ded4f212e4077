package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code ose search}, {@code ose labels}, {@code ose identity-providers} and {@code ose reconciliation}. */
class TenantDataCommandsTest extends OnHost {

    private static final String TENANT = "/api/v1/admin/tenants/7";
    private static final String RECONCILIATION = "/api/v1/admin/reconciliation";

    @BeforeEach
    void script() throws Exception {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
    }

    private static Map<String, Object> object(String key) {
        return Map.of("bucket", "photos", "key", key, "size", 3, "modified", "2026-11-01T00:00:00Z", "owner", "ann");
    }

    @Test
    void searchReadsPagesUpToItsLimit() {
        String objects = "GET " + TENANT + "/objects?filter=key%3D%3Da*&limit=";
        host.answer(objects + "3&after=", Map.of("items", List.of(object("a1"), object("=a2")), "next", "p"));
        host.answer(
                objects + "1&after=p",
                Map.of("items", List.of(object("a3")), "next", "q", "unlabelled", List.of("photos")));

        Host.Ran found = host.ose("search", "--tenant", "acme", "--limit", "3", "key==a*");
        Host.Ran csv = host.ose("search", "--tenant", "acme", "--limit", "3", "--csv", "key==a*");

        assertThat(found.out()).isEqualTo("""
                BUCKET  KEY  SIZE  MODIFIED              OWNER
                photos  a1   3     2026-11-01T00:00:00Z  ann
                photos  =a2  3     2026-11-01T00:00:00Z  ann
                photos  a3   3     2026-11-01T00:00:00Z  ann
                """);
        assertThat(found.err())
                .contains("There may be more")
                .contains("not stored")
                .contains("photos");
        assertThat(csv.out().lines())
                .startsWith("bucket,key,size,modified,etag,owner,versionId")
                .contains("photos,'=a2,3,2026-11-01T00:00:00Z,,ann,");
        assertThat(host.ose("search", "--tenant", "acme", "--limit", "0").exitCode())
                .isEqualTo(ExitCode.USAGE.number());
    }

    @Test
    void labelsAreEnabledShownAndDisabled() {
        String labels = TENANT + "/buckets/photos/labels";
        host.answer("GET " + labels, Map.of("state", "NONE"));
        host.answer("PUT " + labels, Map.of("state", "FILLING"));
        host.answer("DELETE " + labels, Map.of());

        assertThat(labels("show", "photos").out()).contains("NONE");
        assertThat(labels("enable", "photos").out()).contains("FILLING");
        assertThat(labels("disable", "photos").out()).contains("NONE");
        assertThat(labels("disable", "--dry-run", "photos").err()).contains("dry run");
        assertThat(host.toNode().stream().filter(it -> it.method().equals("DELETE")))
                .hasSize(1);
    }

    private Host.Ran labels(String verb, String... rest) {
        return of("labels", verb, rest);
    }

    private Host.Ran identityProviders(String verb, String... rest) {
        return of("identity-providers", verb, rest);
    }

    private Host.Ran of(String group, String verb, String... rest) {
        String[] arguments = new String[rest.length + 4];
        arguments[0] = group;
        arguments[1] = verb;
        arguments[2] = "--tenant";
        arguments[3] = "acme";
        System.arraycopy(rest, 0, arguments, 4, rest.length);
        return host.ose(arguments);
    }

    @Test
    void identityProviderIsSetAndRemoved() {
        String provider = TENANT + "/identity-providers/corp";
        Map<String, Object> view = Map.of("name", "corp", "issuer", "https://idp.example", "claim", "sub");
        host.answer("GET " + TENANT + "/identity-providers?limit=1000&after=", Map.of("items", List.of(view)));
        host.answer(
                "PUT " + provider,
                "{\"audiences\":[\"ose\",\"s3\"],\"issuer\":\"https://idp.example\",\"keys\":null,\"claim\":null,"
                        + "\"users\":{\"u-1\":\"ann\"},\"createsUsers\":false,\"nameClaim\":null,\"maxUsers\":null}",
                view);
        host.answer("GET " + provider, view);
        host.answer("DELETE " + provider, Map.of());

        assertThat(identityProviders(
                                "set",
                                "--issuer=https://idp.example",
                                "--audience=ose",
                                "--audience=s3",
                                "--user=u-1=ann",
                                "corp")
                        .out())
                .contains("https://idp.example");
        assertThat(identityProviders("list").out()).contains("corp");
        assertThat(identityProviders("remove", "corp").err()).contains("is removed");
        assertThat(identityProviders("remove", "other").err()).contains("OSE-2204");
    }

    @Test
    void identityProviderOfAdministratorsIsSetShownListedAndRemoved() {
        String provider = "/api/v1/admin/identity-providers/corp";
        Map<String, Object> view = Map.of("name", "corp", "issuer", "https://idp.example", "roleClaim", "groups");
        host.answer(
                "PUT " + provider,
                "{\"administrators\":[\"ops\"],\"clientId\":\"ose\",\"issuer\":\"https://idp.example\","
                        + "\"roleClaim\":\"groups\",\"clientSecret\":\"a secret of tests\",\"nameClaim\":null}",
                view);
        host.answer("GET " + provider, view);
        host.answer("GET /api/v1/admin/identity-providers?limit=1000&after=", Map.of("items", List.of(view)));
        host.answer("DELETE " + provider, Map.of());

        Host.Ran set = host.oseWithInput(
                "a secret of tests\n",
                "identity-providers",
                "set-admin-sign-in",
                "corp",
                "--issuer=https://idp.example",
                "--client-id=ose",
                "--secret-stdin",
                "--role-claim=groups",
                "--administrator=ops");

        assertThat(set.out()).as(set.err()).contains("https://idp.example").doesNotContain("a secret of tests");
        assertThat(host.ose("identity-providers", "list-admin-sign-in").out()).contains("corp", "groups");
        assertThat(host.ose("identity-providers", "show-admin-sign-in", "corp").out())
                .contains("https://idp.example");
        assertThat(host.ose("identity-providers", "remove-admin-sign-in", "corp", "--dry-run")
                        .err())
                .contains("Nothing was changed");
        assertThat(host.ose("identity-providers", "remove-admin-sign-in", "corp")
                        .err())
                .contains("are removed");
    }

    @Test
    void signInByAnIdentityProviderIsSet() {
        host.answer(
                "PUT " + TENANT + "/identity-providers/corp/sign-in",
                "{\"clientId\":\"ose\",\"clientSecret\":null,\"roleClaim\":\"groups\",\"administrators\":[\"ops\"]}",
                Map.of("clientId", "ose", "hasSecret", false));

        assertThat(identityProviders(
                                "set-sign-in", "--client-id=ose", "--role-claim=groups", "--administrator=ops", "corp")
                        .out())
                .contains("hasSecret");
    }

    @Test
    void reconciliationReadsAllPagesAndReportsWhatIsLeft() {
        Map<String, Object> finding = Map.of("tenant", "t", "user", "u", "drift", "KEY_MISSING", "repaired", false);
        host.answer(
                "POST " + RECONCILIATION,
                "{\"repair\":false,\"after\":null,\"limit\":20}",
                Map.of("checked", 20, "findings", List.of(), "next", "u-20"));
        host.answer(
                "POST " + RECONCILIATION,
                "{\"repair\":false,\"after\":\"u-20\",\"limit\":20}",
                Map.of("checked", 3, "findings", List.of(finding)));
        host.answer(
                "POST " + RECONCILIATION,
                "{\"repair\":true,\"after\":null,\"limit\":20}",
                Map.of("checked", 23, "findings", List.of()));

        Host.Ran run = host.ose("reconciliation", "run");

        assertThat(run.out()).contains("KEY_MISSING");
        assertThat(run.err()).contains("Users compared: 23.");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED.number());
        assertThat(host.ose("reconciliation", "run", "--repair").exitCode()).isZero();
    }
}
