package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sessions of browsers: what opens them, what a request needs, and what ends them. */
class SessionApiTest extends OnAdminNode {

    private static final String SESSION = "/api/v1/session";
    private static final String ME = "/api/v1/admin/me";
    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String ADMINISTRATORS = "/api/v1/admin/administrators";
    private static final String COOKIE = "__Host-ose-session";
    private static final String WORD = "a password of tests";

    private HttpResponse<String> signIn(String body) throws Exception {
        return node.send("POST", SESSION, body, "");
    }

    private AdminBrowser browser(String tenant, String user) throws Exception {
        return AdminBrowser.signIn(node, tenant, user, WORD);
    }

    private static String credentials(String tenant, String user, String word, String more) {
        return "{\"tenant\":\"" + tenant + "\",\"user\":\"" + user + "\",\"password\":\"" + word + "\"" + more + "}";
    }

    /** The path of a user of a new tenant. */
    private String user(String tenant, String name, String role) throws Exception {
        String home = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"" + tenant + "\"}")
                        .get("id")
                        .asString();
        return userOf(home, name, role);
    }

    private String userOf(String home, String name, String role) throws Exception {
        String user = home + "/users/"
                + node.created(home + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                        .get("id")
                        .asString();
        node.send("PUT", user + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        return user;
    }

    private void administrator(String name) throws Exception {
        node.created(ADMINISTRATORS, "{\"name\":\"" + name + "\",\"password\":\"" + WORD + "\",\"mustChange\":false}");
    }

    private static void assertCode(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(AdminNode.json(answer).get("code").asString()).isEqualTo(code);
    }

    @Test
    void signInSetsACookieThatScriptsAndOtherSitesDoNotHave() throws Exception {
        user("cookies", "ann", "TENANT_USER");

        HttpResponse<String> answer = signIn(credentials("cookies", "ann", WORD, ""));

        assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
                .matches(COOKIE + "=[A-Za-z0-9_-]{43}; Path=/; Secure; HttpOnly; SameSite=Strict");
        JsonNode session = AdminNode.json(answer);
        assertThat(session.get("role").asString()).isEqualTo("TENANT_USER");
        assertThat(session.get("tenant").asString()).isEqualTo("cookies");
        assertThat(session.get("user").asString()).isEqualTo("ann");
        assertThat(session.get("idleSeconds").asInt()).isEqualTo(1800);
        AdminBrowser browser = browser("cookies", "ann");
        JsonNode shown = AdminNode.json(browser.send("GET", SESSION, ""));
        assertThat(shown.get("csrf").asString()).isEqualTo(browser.companion());
    }

    @Test
    void databaseHasOnlyADigestOfTheToken() throws Exception {
        user("hashed", "ann", "TENANT_USER");
        AdminBrowser browser = browser("hashed", "ann");

        List<String> rows = node.database().all("SELECT s::text FROM admin_session s", row -> row.getString(1));

        assertThat(rows).isNotEmpty().noneMatch(row -> row.contains(browser.bearer()));
    }

    private static String withoutRequest(HttpResponse<String> answer) {
        return answer.body().replaceAll("\"requestId\":\"[0-9A-F]+\"", "");
    }

    @Test
    void wrongNameTenantAndPasswordLookAlike() throws Exception {
        user("alike", "ann", "TENANT_USER");

        HttpResponse<String> word = signIn(credentials("alike", "ann", "a wrong password", ""));
        HttpResponse<String> name = signIn(credentials("alike", "unknown", WORD, ""));
        HttpResponse<String> tenant = signIn(credentials("elsewhere", "ann", WORD, ""));

        assertCode(word, 401, "OSE-2109");
        assertThat(withoutRequest(name)).isEqualTo(withoutRequest(word));
        assertThat(withoutRequest(tenant)).isEqualTo(withoutRequest(word));
        assertThat(word.headers().map().keySet()).isEqualTo(name.headers().map().keySet());
    }

    @Test
    void namesThatDoNotExistAreLockedLikeThoseThatDo() throws Exception {
        user("locked", "ann", "TENANT_USER");

        for (String name : List.of("ann", "unknown")) {
            for (int guess = 0; guess < 5; guess++) {
                signIn(credentials("locked", name, "guess " + guess, ""));
            }
            HttpResponse<String> answer = signIn(credentials("locked", name, WORD, ""));
            assertCode(answer, 429, "OSE-2108");
            String seconds = answer.headers().firstValue("Retry-After").orElseThrow();
            assertThat(answer.headers().firstValue("RateLimit")).contains("\"wrong-logins\";r=0;t=" + seconds);
            assertThat(answer.headers().firstValue("RateLimit-Policy")).contains("\"wrong-logins\";q=5;w=600");
        }
    }

    @Test
    void browserIsKnownFromItsFirstSignInOn() throws Exception {
        user("known", "ann", "TENANT_USER");
        String device = device(signIn(credentials("known", "ann", WORD, "")));

        HttpResponse<String> again = signInAt(device, credentials("known", "ann", WORD, ""));
        HttpResponse<String> planted =
                signInAt("__Host-ose-device=" + "a".repeat(43), credentials("known", "ann", WORD, ""));

        assertThat(device(again)).isEqualTo(device);
        assertThat(device(planted)).doesNotContain("a".repeat(43));
    }

    private HttpResponse<String> signInAt(String device, String body) throws Exception {
        return node.send(node.request("POST", SESSION, body, "").header("Cookie", device));
    }

    private static String device(HttpResponse<String> answer) {
        String set = answer.headers().allValues("Set-Cookie").stream()
                .filter(it -> it.startsWith("__Host-ose-device="))
                .findFirst()
                .orElseThrow();
        assertThat(set).contains("Secure", "HttpOnly", "SameSite=Strict", "Max-Age=7776000");
        return set.substring(0, set.indexOf(';'));
    }

    @Test
    void cookieOfAKnownDeviceIsNoLogin() throws Exception {
        user("familiar", "ann", "TENANT_USER");
        String device = device(signIn(credentials("familiar", "ann", WORD, "")));

        assertThat(node.send(node.request("GET", ME, "", "").header("Cookie", device))
                        .statusCode())
                .isEqualTo(401);
        assertThat(node.database().all("SELECT d::text FROM known_device d", row -> row.getString(1)))
                .isNotEmpty()
                .noneMatch(row -> row.contains(device.substring(device.indexOf('=') + 1)));
    }

    @Test
    void disabledTenantIsToldAfterTheRightPasswordOnly() throws Exception {
        String ann = user("asleep", "ann", "TENANT_USER");
        node.post(ann.substring(0, ann.indexOf("/users")) + "/disable", "");

        assertCode(signIn(credentials("asleep", "ann", "a wrong password", "")), 401, "OSE-2109");
        assertCode(signIn(credentials("asleep", "ann", WORD, "")), 403, "OSE-2102");
    }

    @Test
    void writesNeedTheCompanionTokenOfTheirOwnSession() throws Exception {
        String ada = user("forged", "ada", "TENANT_ADMIN");
        String users = ada.substring(0, ada.lastIndexOf('/'));
        AdminBrowser before = browser("forged", "ada");
        before.send("DELETE", SESSION, "");
        AdminBrowser browser = browser("forged", "ada");
        String bob = "{\"name\":\"bob\"}";

        assertCode(node.send(browser.bare("POST", users, bob)), 403, "OSE-2112");
        assertCode(
                node.send(browser.bare("POST", users, bob).header("X-OSE-CSRF", before.companion())), 403, "OSE-2112");
        assertThat(browser.send("POST", users, bob).statusCode()).isEqualTo(201);
        assertThat(node.send(browser.bare("GET", users, "")).statusCode()).isEqualTo(200);
    }

    @Test
    void formsOfOtherSitesDoNotSignIn() throws Exception {
        HttpRequest.Builder form = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + SESSION))
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(credentials("", "admin", WORD, "")));

        assertThat(node.send(form).statusCode()).isEqualTo(415);
        assertThat(node.send(node.request("POST", SESSION, credentials("", "admin", WORD, ""), "")
                                .header("Origin", "https://elsewhere.example"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void signInNeverTakesOverATokenThatTheBrowserBrought() throws Exception {
        user("fixed", "ann", "TENANT_USER");
        String planted = "a".repeat(43);
        HttpRequest.Builder request = node.request("POST", SESSION, credentials("fixed", "ann", WORD, ""), "")
                .header("Cookie", COOKIE + "=" + planted);

        HttpResponse<String> answer = node.send(request);

        assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow()).doesNotContain(planted);
        assertCode(
                node.send(node.request("GET", ME, "", "").header("Cookie", COOKIE + "=" + planted)), 401, "OSE-2113");
    }

    @Test
    void signInEndsTheSessionThatTheBrowserHad() throws Exception {
        user("rotated", "ann", "TENANT_USER");
        AdminBrowser before = browser("rotated", "ann");

        node.send(before.bare("POST", SESSION, credentials("rotated", "ann", WORD, "")));

        assertCode(before.send("GET", ME, ""), 401, "OSE-2113");
    }

    @Test
    void stolenCookieIsWorthlessAfterTheSignOut() throws Exception {
        user("stolen", "ann", "TENANT_USER");
        AdminBrowser browser = browser("stolen", "ann");

        HttpResponse<String> out = browser.send("DELETE", SESSION, "");

        assertThat(out.statusCode()).isEqualTo(204);
        assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains(COOKIE + "=;", "Max-Age=0");
        assertCode(browser.send("GET", ME, ""), 401, "OSE-2113");
    }

    @Test
    void signOutEverywhereEndsAllSessionsOfTheAccountAndNoOthers() throws Exception {
        String ann = user("everywhere", "ann", "TENANT_USER");
        userOf(ann.substring(0, ann.indexOf("/users")), "bob", "TENANT_USER");
        AdminBrowser one = browser("everywhere", "ann");
        AdminBrowser other = browser("everywhere", "ann");
        AdminBrowser bob = browser("everywhere", "bob");

        one.send("DELETE", SESSION + "?all=true", "");

        assertThat(other.send("GET", ME, "").statusCode()).isEqualTo(401);
        assertThat(bob.send("GET", ME, "").statusCode()).isEqualTo(200);
    }

    @Test
    void sessionsAreListedAndEndedByTheirOwnerAlone() throws Exception {
        String ann = user("listed", "ann", "TENANT_USER");
        userOf(ann.substring(0, ann.indexOf("/users")), "bob", "TENANT_USER");
        AdminBrowser one = browser("listed", "ann");
        AdminBrowser other = browser("listed", "ann");
        AdminBrowser bob = browser("listed", "bob");
        String id = AdminNode.json(bob.send("GET", ME + "/sessions", ""))
                .required("items")
                .get(0)
                .get("id")
                .asString();

        assertThat(AdminNode.json(one.send("GET", ME + "/sessions", ""))
                        .required("items")
                        .size())
                .isEqualTo(2);
        assertThat(one.send("DELETE", ME + "/sessions/" + id, "").statusCode()).isEqualTo(404);
        assertThat(one.send("DELETE", ME + "/sessions", "").statusCode()).isEqualTo(204);

        assertThat(other.send("GET", ME, "").statusCode()).isEqualTo(401);
        assertThat(one.send("GET", ME, "").statusCode()).isEqualTo(200);
        assertThat(bob.send("DELETE", ME + "/sessions/" + id, "").statusCode()).isEqualTo(204);
        assertThat(bob.send("GET", ME, "").statusCode()).isEqualTo(401);
    }

    @Test
    void administratorListsAndEndsTheSessionsOfUsersOfItsTenant() throws Exception {
        String ann = user("watched", "ann", "TENANT_USER");
        String home = ann.substring(0, ann.indexOf("/users/"));
        userOf(home, "ada", "TENANT_ADMIN");
        String foreign = user("unwatched", "olga", "TENANT_USER");
        AdminBrowser first = browser("watched", "ann");
        AdminBrowser second = browser("watched", "ann");
        AdminBrowser other = browser("unwatched", "olga");
        String ada = AdminNode.basic("ada@watched", WORD);

        JsonNode listed =
                AdminNode.json(node.send("GET", ann + "/sessions", "", ada)).get("items");
        assertThat(listed).hasSize(2);
        assertThat(listed.get(0).get("current").asBoolean()).isFalse();
        assertThat(listed.toString()).doesNotContain(first.bearer(), second.bearer());
        String latest = ann + "/sessions/" + listed.get(0).get("id").asString();
        assertThat(node.send("DELETE", latest, "", ada).statusCode()).isEqualTo(204);
        assertThat(node.send("DELETE", latest, "", ada).statusCode()).isEqualTo(404);
        assertThat(AdminNode.json(node.send("GET", ann + "/sessions", "", ada)).get("items"))
                .hasSize(1);

        assertThat(node.send("DELETE", ann + "/sessions", "", ada).statusCode()).isEqualTo(204);
        for (AdminBrowser ended : List.of(first, second)) {
            assertThat(ended.send("GET", SESSION, "").statusCode()).isEqualTo(401);
        }
        for (String method : List.of("GET", "DELETE")) {
            assertThat(node.send(method, foreign + "/sessions", "", ada).statusCode())
                    .isEqualTo(404);
            assertThat(node.send(method, ann + "/sessions", "", AdminNode.basic("ann@watched", WORD))
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(other.send("GET", SESSION, "").statusCode()).isEqualTo(200);
    }

    @Test
    void unusedSessionEndsAndSoDoesAnOldOne() throws Exception {
        user("idle", "ann", "TENANT_USER");
        AdminBrowser unused = browser("idle", "ann");
        node.database().update("UPDATE admin_session SET used_at = now() - interval '31 minutes'");
        AdminBrowser old = browser("idle", "ann");
        node.database()
                .update("UPDATE admin_session SET expires_at = now() WHERE used_at > now() - interval '1 minute'");

        assertCode(unused.send("GET", ME, ""), 401, "OSE-2113");
        assertCode(old.send("GET", ME, ""), 401, "OSE-2113");
    }

    @Test
    void disabledAccountHasNoSessionAndGetsNoneBackWhenItIsEnabled() throws Exception {
        String ann = user("disabled", "ann", "TENANT_USER");
        String home = ann.substring(0, ann.indexOf("/users"));

        for (String path : List.of(ann, home)) {
            AdminBrowser browser = browser("disabled", "ann");
            node.post(path + "/disable", "");
            assertCode(browser.send("GET", ME, ""), 401, "OSE-2113");
            node.post(path + "/enable", "");
            assertCode(browser.send("GET", ME, ""), 401, "OSE-2113");
        }
        administrator("sleeper");
        AdminBrowser sleeper = browser("", "sleeper");
        node.post(ADMINISTRATORS + "/sleeper/disable", "");
        assertCode(sleeper.send("GET", ME, ""), 401, "OSE-2113");
    }

    @Test
    void removedAccountAndRemovedLoginHaveNoSessions() throws Exception {
        String ann = user("removed", "ann", "TENANT_USER");
        AdminBrowser browser = browser("removed", "ann");
        node.send("DELETE", ann + "/login", "", node.admin());
        assertThat(browser.send("GET", ME, "").statusCode()).isEqualTo(401);

        administrator("leaver");
        AdminBrowser leaver = browser("", "leaver");
        node.send("DELETE", ADMINISTRATORS + "/leaver", "", node.admin());
        assertThat(leaver.send("GET", ME, "").statusCode()).isEqualTo(401);
    }

    @Test
    void changedRoleEndsTheSession() throws Exception {
        user("promoted", "ann", "TENANT_ADMIN");
        AdminBrowser browser = browser("promoted", "ann");

        node.database()
                .update("UPDATE tenant_user SET role = 'TENANT_USER' WHERE name = 'ann' AND tenant_id ="
                        + " (SELECT id FROM tenant WHERE name = 'promoted')");

        assertThat(browser.send("GET", ME, "").statusCode()).isEqualTo(401);
    }

    @Test
    void changedPasswordEndsAllSessionsOfTheAccount() throws Exception {
        user("changed", "ann", "TENANT_USER");
        AdminBrowser browser = browser("changed", "ann");
        AdminBrowser other = browser("changed", "ann");

        HttpResponse<String> answer = browser.send(
                "PUT", ME + "/password", "{\"password\":\"" + WORD + "\",\"newPassword\":\"" + WORD + " 2\"}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
        assertThat(other.send("GET", ME, "").statusCode()).isEqualTo(401);
        assertThat(browser.send("GET", ME, "").statusCode()).isEqualTo(401);
    }

    /** The former password may be known to others, which is why it was changed. */
    @Test
    void passwordThatWasChangedMeanwhileChangesNone() throws Exception {
        String ann = user("overtaken", "ann", "TENANT_USER");
        AccountStore accounts = node.bean(AccountStore.class);
        Account proved = accounts.find("ann@overtaken").orElseThrow();
        PasswordHash chosen = new Passwords().hash(WORD + " of another");

        node.send("PUT", ann + "/login", "{\"password\":\"" + WORD + " 2\"}", node.admin());

        assertThatThrownBy(() -> accounts.changePassword(proved, chosen))
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isEqualTo(new Failure.WrongLogin()));
        assertThat(signIn(credentials("overtaken", "ann", WORD + " 2", "")).statusCode())
                .isEqualTo(200);
    }

    /** Who finds an open browser must not keep the account. */
    @Test
    void sessionAloneChangesNoPassword() throws Exception {
        String ann = user("found", "ann", "TENANT_USER");
        AdminBrowser browser = browser("found", "ann");

        assertCode(browser.send("PUT", ann + "/login", "{\"password\":\"" + WORD + " 2\"}"), 403, "OSE-2101");
        assertThat(browser.send("GET", ME, "").statusCode()).isEqualTo(200);
    }

    @Test
    void expiredPasswordIsChangedAtTheSignIn() throws Exception {
        node.created(ADMINISTRATORS, "{\"name\":\"beginner\",\"password\":\"" + WORD + "\"}");

        assertCode(signIn(credentials("", "beginner", WORD, "")), 401, "OSE-2111");
        assertCode(signIn(credentials("", "beginner", "a wrong password", "")), 401, "OSE-2109");
        assertCode(signIn(credentials("", "beginner", WORD, ",\"newPassword\":\"" + WORD + "\"")), 400, "OSE-2206");
        HttpResponse<String> answer = signIn(credentials("", "beginner", WORD, ",\"newPassword\":\"" + WORD + " 2\""));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(signIn(credentials("", "beginner", WORD, "")).statusCode()).isEqualTo(401);
        assertThat(signIn(credentials("", "beginner", WORD + " 2", "")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void sessionReachesNoOtherTenant() throws Exception {
        user("ours", "ada", "TENANT_ADMIN");
        String olga = user("theirs", "olga", "TENANT_ADMIN");
        AdminBrowser ada = browser("ours", "ada");

        assertThat(ada.send("GET", olga, "").statusCode()).isEqualTo(404);
        assertThat(ada.send("POST", olga + "/disable", "").statusCode()).isEqualTo(404);
        assertThat(ada.send("GET", ADMINISTRATORS, "").statusCode()).isEqualTo(403);
        assertThat(ada.send("GET", TENANTS, "").statusCode()).isEqualTo(403);
    }

    @Test
    void fieldsThatNoClientSetsAreRefused() throws Exception {
        user("mass", "ann", "TENANT_USER");

        assertCode(signIn(credentials("mass", "ann", WORD, ",\"role\":\"PROVIDER_ADMIN\"")), 400, "OSE-2206");
    }

    /** A sender needs no login. */
    @Test
    void largeBodyIsNoSignIn() throws Exception {
        assertThat(signIn(credentials("", "admin", "x".repeat(5000), "")).statusCode())
                .isEqualTo(401);
        assertThat(node.send("POST", TENANTS, "{}", "").statusCode()).isEqualTo(401);
    }

    /** A browser would show a dialog of its own. */
    @Test
    void pagesAreNotAskedForHttpBasic() throws Exception {
        HttpResponse<String> script =
                node.send(node.request("GET", SESSION, "", "").header("Sec-Fetch-Mode", "cors"));
        HttpResponse<String> program = node.send("GET", SESSION, "", "");

        assertThat(script.statusCode()).isEqualTo(401);
        assertThat(script.headers().firstValue("WWW-Authenticate").orElseThrow())
                .doesNotContain("Basic");
        assertThat(program.headers().firstValue("WWW-Authenticate").orElseThrow())
                .startsWith("Basic");
    }

    @Test
    void anAccountKeepsABoundedNumberOfSessions() throws Exception {
        user("many", "ann", "TENANT_USER");
        AdminBrowser first = browser("many", "ann");
        node.database().update("UPDATE admin_session SET used_at = used_at - interval '2 minutes'");
        node.database()
                .update("INSERT INTO admin_session (digest, account_id, device, address, expires_at)"
                        + " SELECT encode(sha256(n::text::bytea), 'hex'), a.id, '', '',"
                        + " now() + interval '1 hour'"
                        + " FROM account a JOIN tenant t ON t.id = a.tenant_id AND t.name = 'many',"
                        + " generate_series(1, 60) n");

        AdminBrowser last = browser("many", "ann");

        assertThat(AdminNode.json(last.send("GET", ME + "/sessions", ""))
                        .required("items")
                        .size())
                .isEqualTo(50);
        assertThat(first.send("GET", ME, "").statusCode()).isEqualTo(401);
    }
}
