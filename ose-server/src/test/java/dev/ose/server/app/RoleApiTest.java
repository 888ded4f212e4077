package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Roles and policies of tenants in the admin API, and whom the tenant lets change them. */
class RoleApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String WORD = "a password of tests";
    private static final String POLICY = """
            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}
            """.strip();
    private static final String TRUST = """
            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"*"}}]}
            """.strip();

    private String acme = "";
    private String other = "";
    private String ada = "";
    private String abe = "";
    private String ann = "";

    @BeforeAll
    void fill() throws Exception {
        acme = tenant("acme");
        other = tenant("other");
        ada = user(acme, "ada", "TENANT_ADMIN");
        abe = user(acme, "abe", "TENANT_ADMIN");
        ann = user(acme, "ann", "TENANT_USER");
        user(other, "olga", "TENANT_ADMIN");
    }

    private String tenant(String name) throws Exception {
        return TENANTS + "/"
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    private String user(String tenant, String name, String role) throws Exception {
        String user = tenant + "/users/"
                + node.created(tenant + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                        .get("id")
                        .asString();
        node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        return user;
    }

    private HttpResponse<String> as(String login, String method, String path, String body) throws Exception {
        return node.send(method, path, body, login.isEmpty() ? node.admin() : AdminNode.basic(login, WORD));
    }

    private int status(String login, String method, String path, String body) throws Exception {
        return as(login, method, path, body).statusCode();
    }

    private JsonNode done(String login, String method, String path, String body) throws Exception {
        HttpResponse<String> answer = as(login, method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return AdminNode.json(answer);
    }

    private static String document(String policy) {
        return "{\"document\":" + policy + "}";
    }

    private static String trust(String policy) {
        return "{\"trust\":" + policy + "}";
    }

    @Test
    void policyOfAUserIsPutShownListedAndDetached() throws Exception {
        String policies = ann + "/policies";

        done("ada@acme", "PUT", policies + "/read", document(POLICY));
        done("ada@acme", "PUT", policies + "/also", document(POLICY));

        // The policies allow nothing here, the look at themselves included.
        assertThat(status("ann@acme", "GET", policies, "")).isEqualTo(403);
        JsonNode page = done("ada@acme", "GET", policies + "?filter=name==r*&total=true", "");
        assertThat(page.get("items").findValuesAsString("name")).containsExactly("read");
        assertThat(page.get("total").asInt()).isEqualTo(1);
        assertThat(done("ada@acme", "GET", policies + "/read", "")
                        .get("document")
                        .toString())
                .isEqualTo(POLICY);
        for (String name : List.of("read", "also")) {
            assertThat(status("ada@acme", "DELETE", policies + '/' + name, "")).isEqualTo(204);
        }
        assertThat(status("ada@acme", "DELETE", policies + "/read", "")).isEqualTo(404);
        assertThat(done("ann@acme", "GET", policies, "").toString()).isEqualTo("{\"items\":[]}");
    }

    @Test
    void roleIsMadeShownListedChangedAndDeleted() throws Exception {
        String reader = ada + "/roles/reader";

        JsonNode made = done("ada@acme", "PUT", reader, "{\"trust\":" + TRUST + ",\"maxSessionSeconds\":7200}");

        assertThat(made.get("user").asString()).isEqualTo(ada.substring(ada.lastIndexOf('/') + 1));
        assertThat(made.get("maxSessionSeconds").asInt()).isEqualTo(7200);
        assertThat(made.get("trust").toString()).isEqualTo(TRUST);
        assertThat(status("ada@acme", "PUT", reader, trust(TRUST))).isEqualTo(409);
        done("ada@acme", "PUT", reader + "/policies/p", document(POLICY));
        assertThat(done("ada@acme", "GET", acme + "/roles/reader/policies", "")
                        .get("items")
                        .findValuesAsString("name"))
                .containsExactly("p");
        assertThat(done("ada@acme", "GET", acme + "/roles/reader/policies/p", "")
                        .get("document")
                        .toString())
                .isEqualTo(POLICY);
        String narrower =
                TRUST.replace("\"*\"", "\"arn:aws:iam::" + acme.substring(TENANTS.length() + 1) + ":user/ann\"");
        assertThat(done("ada@acme", "PUT", reader + "/trust", trust(narrower))
                        .get("trust")
                        .toString())
                .isEqualTo(narrower);
        assertThat(done("ada@acme", "GET", acme + "/roles?filter=name==reader", "")
                        .get("items")
                        .size())
                .isEqualTo(1);
        assertThat(status("ada@acme", "DELETE", reader + "/policies/p", "")).isEqualTo(204);
        assertThat(status("ada@acme", "DELETE", reader + "/policies/p", "")).isEqualTo(404);
        assertThat(status("ada@acme", "DELETE", reader, "")).isEqualTo(204);
        assertThat(status("ada@acme", "GET", acme + "/roles/reader", "")).isEqualTo(404);
    }

    @Test
    void roleActsAsItsUserAloneWhichIsAnAdministrator() throws Exception {
        done("ada@acme", "PUT", ada + "/roles/hers", trust(TRUST));

        assertThat(status("ada@acme", "PUT", abe + "/roles/hers/policies/p", document(POLICY)))
                .isEqualTo(404);
        assertThat(status("ada@acme", "DELETE", abe + "/roles/hers", "")).isEqualTo(404);
        assertThat(status("ada@acme", "PUT", ann + "/roles/of-ann", trust(TRUST)))
                .isEqualTo(400);
    }

    /** As in IAM: who changes a role acts in the name of its user. */
    @Test
    void administratorsDoNotChangeRolesOfOthersWhereTheyMayNotActInTheirNames() throws Exception {
        done("abe@acme", "PUT", abe + "/roles/his", trust(TRUST));
        done("", "PUT", acme + "/settings", "{\"impersonation\":\"DISALLOW\"}");
        try {
            assertThat(status("ada@acme", "PUT", abe + "/roles/another", trust(TRUST)))
                    .isEqualTo(403);
            assertThat(status("ada@acme", "PUT", abe + "/roles/his/policies/p", document(POLICY)))
                    .isEqualTo(403);
            assertThat(status("ada@acme", "PUT", abe + "/roles/his/trust", trust(TRUST)))
                    .isEqualTo(403);
            assertThat(status("ada@acme", "DELETE", abe + "/roles/his", "")).isEqualTo(403);
            done("ada@acme", "PUT", ada + "/roles/her-own", trust(TRUST));
            done("ada@acme", "PUT", ada + "/roles/her-own/policies/p", document(POLICY));
        } finally {
            done("", "PUT", acme + "/settings", "{\"impersonation\":\"FULL_PERMISSION\"}");
        }
    }

    @Test
    void usersAndOtherTenantsReachNone() throws Exception {
        done("ada@acme", "PUT", ada + "/roles/private", trust(TRUST));

        for (String path : List.of(acme + "/roles", acme + "/roles/private", acme + "/roles/private/policies")) {
            assertThat(status("ann@acme", "GET", path, "")).as(path).isEqualTo(403);
            assertThat(status("olga@other", "GET", path, "")).as(path).isEqualTo(404);
        }
        // Neither herself nor another one.
        assertThat(status("ann@acme", "PUT", ann + "/roles/mine", trust(TRUST))).isEqualTo(403);
        assertThat(status("ann@acme", "PUT", ann + "/policies/all", document(POLICY)))
                .isEqualTo(403);
        assertThat(status("ann@acme", "PUT", ada + "/policies/all", document(POLICY)))
                .isEqualTo(403);
        assertThat(status("olga@other", "PUT", ann + "/policies/all", document(POLICY)))
                .isEqualTo(404);
        // A user of another tenant in one's own tenant's path.
        String strangers = other + ann.substring(acme.length());
        assertThat(status("olga@other", "PUT", strangers + "/policies/all", document(POLICY)))
                .isEqualTo(404);
        assertThat(status("olga@other", "PUT", strangers + "/roles/all", trust(TRUST)))
                .isEqualTo(404);
    }

    @Test
    void tenantThatDoesNotAdmitTheProviderIsRunByItselfAlone() throws Exception {
        done("ada@acme", "PUT", ada + "/roles/kept", trust(TRUST));
        String access = acme + "/provider-access";
        assertThat(status("", "PUT", access, "{\"access\":\"ALLOW\"}")).isEqualTo(403);
        assertThat(status("ann@acme", "PUT", access, "{\"access\":\"DISALLOW\"}"))
                .isEqualTo(403);
        assertThat(done("ada@acme", "PUT", access, "{\"access\":\"DISALLOW\"}")
                        .get("providerAccess")
                        .asString())
                .isEqualTo("DISALLOW");
        try {
            for (String[] refused : new String[][] {
                {"GET", acme + "/roles", ""},
                {"GET", acme + "/roles/kept", ""},
                {"PUT", ada + "/roles/new", trust(TRUST)},
                {"PUT", ada + "/roles/kept/policies/p", document(POLICY)},
                {"DELETE", ada + "/roles/kept", ""},
                {"GET", ann + "/policies", ""},
                {"PUT", ann + "/policies/p", document(POLICY)},
                {"POST", ann + "/credentials", "{}"},
                {"POST", acme + "/users", "{\"name\":\"spy\",\"role\":\"TENANT_ADMIN\"}"},
                {"POST", acme + "/users/adopt", "{\"name\":\"spy\",\"platformUser\":\"any\"}"},
                {"GET", acme + "/objects", ""}
            }) {
                HttpResponse<String> answer = as("", refused[0], refused[1], refused[2]);
                assertThat(answer.statusCode())
                        .as(refused[0] + ' ' + refused[1])
                        .isEqualTo(403);
                assertThat(answer.body()).contains("does not admit the provider");
            }
            // It runs the service, and helps those who lost their passwords.
            assertThat(status("", "GET", acme, "")).isEqualTo(200);
            assertThat(status("", "GET", acme + "/users", "")).isEqualTo(200);
            assertThat(status("", "PUT", ada + "/login", "{\"password\":\"" + WORD + "\"}"))
                    .isEqualTo(204);
            assertThat(status("", "GET", other + "/roles", "")).isEqualTo(200);
            assertThat(status("ada@acme", "GET", acme + "/roles/kept", "")).isEqualTo(200);
        } finally {
            done("ada@acme", "PUT", access, "{\"access\":\"ALLOW\"}");
        }
        assertThat(status("", "GET", acme + "/roles/kept", "")).isEqualTo(200);
    }

    @Test
    void policiesOfAnAdministratorDecideAboutRolesByTheirNames() throws Exception {
        String bounded = user(acme, "bounded", "TENANT_ADMIN");
        String allowed =
                "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Action\":[\"iam:CreateRole\","
                        + "\"iam:GetRole\"],\"Resource\":\"arn:aws:iam::*:role/own-*\"}]}";
        done("", "PUT", bounded + "/policies/roles", document(allowed));

        assertThat(status("bounded@acme", "PUT", bounded + "/roles/own-one", trust(TRUST)))
                .isEqualTo(201);
        assertThat(status("bounded@acme", "GET", acme + "/roles/own-one", "")).isEqualTo(200);
        assertThat(status("bounded@acme", "PUT", bounded + "/roles/another", trust(TRUST)))
                .isEqualTo(403);
        // It would act as a user whose keys the policies do not permit to create.
        assertThat(status("bounded@acme", "PUT", ada + "/roles/own-two", trust(TRUST)))
                .isEqualTo(403);
        assertThat(status("bounded@acme", "GET", acme + "/roles", "")).isEqualTo(403);
        assertThat(status("bounded@acme", "DELETE", bounded + "/policies/roles", ""))
                .isEqualTo(403);
    }

    @Test
    void whatIsNoPolicyOrRoleIsRefused() throws Exception {
        for (String wrong : List.of("{}", document("\"text\""), document("{}"), document("null"), "[]", "{\"a\":1}")) {
            assertThat(status("ada@acme", "PUT", ann + "/policies/p", wrong))
                    .as(wrong)
                    .isEqualTo(400);
        }
        for (String wrong : List.of(
                "{}",
                trust("{}"),
                "{\"trust\":" + TRUST + ",\"maxSessionSeconds\":1}",
                "{\"trust\":" + TRUST + ",\"description\":\"a\\u0000b\"}",
                "{\"trust\":" + TRUST + ",\"user\":\"x\"}")) {
            assertThat(status("ada@acme", "PUT", ada + "/roles/wrong", wrong))
                    .as(wrong)
                    .isEqualTo(400);
        }
        assertThat(status("ada@acme", "PUT", ada + "/roles/a%20b", trust(TRUST)))
                .isEqualTo(400);
        assertThat(status("ada@acme", "PUT", ann + "/policies/a%20b", document(POLICY)))
                .isEqualTo(400);
        for (String path : List.of("/roles/a%00b", "/roles/absent", "/roles/absent/policies/a%00b")) {
            assertThat(status("ada@acme", "GET", acme + path, "")).as(path).isBetween(400, 404);
        }
    }
}
