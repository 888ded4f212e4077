package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Administrators of the provider, and one's own password. */
class AdministratorApiTest extends OnAdminNode {

    private static final String ADMINISTRATORS = "/api/v1/admin/administrators";
    private static final String ME = "/api/v1/admin/me";
    private static final String WORD = "a password of tests";

    private void add(String name) throws Exception {
        node.created(ADMINISTRATORS, body(name, WORD, false));
    }

    private static String body(String name, String word, boolean mustChange) {
        return "{\"name\":\"" + name + "\",\"password\":\"" + word + "\",\"mustChange\":" + mustChange + "}";
    }

    private static String change(String before, String after) {
        return "{\"password\":\"" + before + "\",\"newPassword\":\"" + after + "\"}";
    }

    private int loginStatus(String name, String word) throws Exception {
        return node.send("GET", ME, "", AdminNode.basic(name, word)).statusCode();
    }

    private void assertCode(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(AdminNode.json(answer).get("code").asString()).isEqualTo(code);
    }

    @Test
    void administratorIsAddedListedDisabledEnabledAndRemoved() throws Exception {
        add("zoe");

        assertThat(loginStatus("zoe", WORD)).isEqualTo(200);
        assertThat(AdminNode.json(node.get(ADMINISTRATORS)).get("items").findValuesAsString("name"))
                .contains("admin", "zoe");
        JsonNode disabled = AdminNode.json(node.post(ADMINISTRATORS + "/zoe/disable", ""));
        assertThat(disabled.get("status").asString()).isEqualTo("DISABLED");
        assertCode(node.send("GET", ME, "", AdminNode.basic("zoe", WORD)), 403, "OSE-2102");
        node.post(ADMINISTRATORS + "/zoe/enable", "");
        assertThat(loginStatus("zoe", WORD)).isEqualTo(200);
        assertThat(node.send("DELETE", ADMINISTRATORS + "/zoe", "", node.admin())
                        .statusCode())
                .isEqualTo(204);
        assertThat(loginStatus("zoe", WORD)).isEqualTo(401);
        assertThat(node.get(ADMINISTRATORS + "/zoe").statusCode()).isEqualTo(404);
    }

    @Test
    void lastEnabledAdministratorCanBeNeitherDisabledNorRemoved() throws Exception {
        add("idle");
        disableAllBut("admin");

        assertCode(node.post(ADMINISTRATORS + "/admin/disable", ""), 409, "OSE-2207");
        assertCode(node.send("DELETE", ADMINISTRATORS + "/admin", "", node.admin()), 409, "OSE-2207");

        assertThat(node.get(ME).statusCode()).isEqualTo(200);
    }

    /** Those of other tests. */
    private void disableAllBut(String name) {
        node.database().update("UPDATE account SET status = 'DISABLED' WHERE name <> ?", name);
    }

    /** Each of two requests sees one administrator beside the one that it disables. */
    @Test
    void administratorsThatDisableOneAnotherLeaveOne() throws Exception {
        add("first");
        add("second");
        disableAllBut("first");
        node.database().update("UPDATE account SET status = 'ACTIVE' WHERE name = 'second'");
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            List<Callable<HttpResponse<String>>> duel = List.of(
                    () -> node.send("POST", ADMINISTRATORS + "/second/disable", "", AdminNode.basic("first", WORD)),
                    () -> node.send("POST", ADMINISTRATORS + "/first/disable", "", AdminNode.basic("second", WORD)));
            both.invokeAll(duel).forEach(answer -> {});
        }

        long enabled = node.database()
                .first("SELECT count(*) FROM account WHERE status = 'ACTIVE'", row -> row.getLong(1))
                .orElseThrow();

        assertThat(enabled).isOne();
        node.database().update("UPDATE account SET status = 'ACTIVE' WHERE name = 'admin'");
    }

    @Test
    void passwordChosenByAnotherIsGoodForChoosingANewOneOnly() throws Exception {
        node.created(ADMINISTRATORS, "{\"name\":\"fresh\",\"password\":\"" + WORD + "\"}");

        assertCode(node.send("GET", ME, "", AdminNode.basic("fresh", WORD)), 401, "OSE-2111");

        node.send(
                "PUT",
                ADMINISTRATORS + "/fresh/password",
                body("", WORD, false).replace("\"name\":\"\",", ""),
                node.admin());
        assertThat(loginStatus("fresh", WORD)).isEqualTo(200);
    }

    @Test
    void ownPasswordIsChangedByItsOwnerOnlyWithThePresentOne() throws Exception {
        add("owner");
        String login = AdminNode.basic("owner", WORD);

        assertCode(node.send("PUT", ME + "/password", change("a wrong password", WORD + " 2"), login), 401, "OSE-2109");
        assertCode(
                node.send("PUT", ADMINISTRATORS + "/owner/password", "{\"password\":\"" + WORD + " 2\"}", login),
                403,
                "OSE-2101");
        assertThat(node.send("PUT", ME + "/password", change(WORD, WORD + " 2"), login)
                        .statusCode())
                .isEqualTo(204);

        assertThat(loginStatus("owner", WORD)).isEqualTo(401);
        assertThat(loginStatus("owner", WORD + " 2")).isEqualTo(200);
    }

    @Test
    void weakPasswordsAndReservedNamesAreRefused() throws Exception {
        for (String wrong : List.of(
                body("weak", "short", false),
                body("weak", "x".repeat(257), false),
                body("the-name-itself", "the-name-itself", false),
                body("keeper", WORD, false),
                body("a@b", WORD, false),
                "{\"name\":\"weak\"}")) {
            assertCode(node.post(ADMINISTRATORS, wrong), 400, "OSE-2206");
        }
        assertCode(
                node.send("PUT", ME + "/password", change(WORD, "short"), AdminNode.basic("admin", "x")),
                401,
                "OSE-2106");
    }

    @Test
    void fieldsThatNoClientSetsAreRefused() throws Exception {
        for (String field : List.of("\"role\":\"PROVIDER_ADMIN\"", "\"status\":\"ACTIVE\"", "\"tenant\":null")) {
            assertCode(
                    node.post(ADMINISTRATORS, "{\"name\":\"mass\",\"password\":\"" + WORD + "\"," + field + "}"),
                    400,
                    "OSE-2206");
        }
    }

    @Test
    void nameIsTakenOnce() throws Exception {
        assertCode(node.post(ADMINISTRATORS, body("admin", WORD, false)), 409, "OSE-2205");
    }
}
