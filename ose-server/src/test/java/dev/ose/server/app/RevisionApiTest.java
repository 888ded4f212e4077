package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Entity tags of the admin API: 304 on reading, 412 on a change of another state. */
class RevisionApiTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String ADMINISTRATORS = "/api/v1/admin/administrators";
    private static final String POSE = "{\"impersonation\":\"DISALLOW\"}";
    private static final String POSE_FULLY = "{\"impersonation\":\"FULL_PERMISSION\"}";

    private String tenant(String name) throws Exception {
        return TENANTS + "/"
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    private String user(String tenant, String name) throws Exception {
        return tenant + "/users/"
                + node.created(tenant + "/users", "{\"name\":\"" + name + "\"}")
                        .get("id")
                        .asString();
    }

    private String tag(String path) throws Exception {
        HttpResponse<String> answer = node.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("ETag").orElseThrow();
    }

    private int unlessSeen(String path, String tag) throws Exception {
        HttpResponse<String> answer =
                node.send(node.request("GET", path, "", node.admin()).header("If-None-Match", tag));
        if (answer.statusCode() == 304) {
            assertThat(answer.body()).isEmpty();
            assertThat(answer.headers().firstValue("ETag")).contains(tag);
        }
        return answer.statusCode();
    }

    private HttpResponse<String> change(String method, String path, String body, String tag) throws Exception {
        return node.send(node.request(method, path, body, node.admin()).header("If-Match", tag));
    }

    private void assertOutdated(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(412);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(AdminNode.json(answer).get("code").asString()).isEqualTo("OSE-2212");
    }

    @Test
    void tenantIsChangedInTheStateThatWasRead() throws Exception {
        String tenant = tenant("revised");
        String seen = tag(tenant);

        assertThat(tag(tenant)).isEqualTo(seen);
        assertThat(unlessSeen(tenant, seen)).isEqualTo(304);
        HttpResponse<String> changed = change("PUT", tenant + "/settings", POSE, seen);
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        String after = changed.headers().firstValue("ETag").orElseThrow();

        assertThat(after).isNotEqualTo(seen).isEqualTo(tag(tenant));
        assertThat(unlessSeen(tenant, seen)).isEqualTo(200);
        assertOutdated(change("PUT", tenant + "/settings", POSE_FULLY, seen));
        assertThat(node.get(tenant).body()).contains("DISALLOW");
        assertThat(change("PUT", tenant + "/settings", POSE_FULLY, seen + ", " + after)
                        .statusCode())
                .isEqualTo(200);
        assertThat(node.send("PUT", tenant + "/settings", POSE, node.admin()).statusCode())
                .isEqualTo(200);
        assertOutdated(change("PUT", tenant + "/platform-tenant", "{\"platformTenant\":\"x\"}", seen));
        assertOutdated(change("DELETE", tenant, "", seen));
        assertThat(change("DELETE", tenant, "", tag(tenant)).statusCode()).isEqualTo(204);
        assertThat(change("DELETE", tenant, "", seen).statusCode()).isEqualTo(404);
    }

    @Test
    void ofTwoAdministratorsWhoEditOneTenantOneIsTold() throws Exception {
        String tenant = tenant("edited");
        for (int round = 0; round < 10; round++) {
            String seen = tag(tenant);
            String now = node.get(tenant).body().contains("DISALLOW") ? POSE_FULLY : POSE;
            CyclicBarrier start = new CyclicBarrier(2);
            Callable<Integer> edit = () -> {
                start.await();
                return change("PUT", tenant + "/settings", now, seen).statusCode();
            };

            try (ExecutorService two = Executors.newFixedThreadPool(2)) {
                List<Future<Integer>> answers = List.of(two.submit(edit), two.submit(edit));
                assertThat(List.of(answers.get(0).get(), answers.get(1).get())).containsExactlyInAnyOrder(200, 412);
            }
        }
    }

    @Test
    void ofTwoFirstQuotasOneIsSet() throws Exception {
        for (int round = 0; round < 5; round++) {
            String quota = tenant("limited" + round) + "/quota";
            String none = tag(quota);
            CyclicBarrier start = new CyclicBarrier(2);
            Callable<Integer> set = () -> {
                start.await();
                return change("PUT", quota, "{\"maxBytes\":" + System.nanoTime() + "}", none)
                        .statusCode();
            };

            try (ExecutorService two = Executors.newFixedThreadPool(2)) {
                List<Future<Integer>> answers = List.of(two.submit(set), two.submit(set));
                assertThat(List.of(answers.get(0).get(), answers.get(1).get())).containsExactlyInAnyOrder(200, 412);
            }
        }
    }

    @Test
    void quotaIsChangedInTheStateThatWasReadWhateverIsUsed() throws Exception {
        String tenant = tenant("quoted");
        String quota = tenant + "/quota";
        String none = tag(quota);
        assertOutdated(change("PUT", quota, "{\"maxBytes\":1}", "*"));
        assertThat(change("PUT", quota, "{\"maxBytes\":1}", none).statusCode()).isEqualTo(200);
        String one = tag(quota);

        assertOutdated(change("PUT", quota, "{\"maxBytes\":2}", none));
        String otherUsage = one.replaceAll("-.*", "-0123456789abcdef\"");
        assertThat(unlessSeen(quota, otherUsage)).isEqualTo(200);
        assertThat(change("PUT", quota, "{\"maxBytes\":2}", otherUsage).statusCode())
                .isEqualTo(200);
        assertOutdated(change("DELETE", quota, "", one));
        assertThat(change("DELETE", quota, "", tag(quota)).statusCode()).isEqualTo(204);
        assertThat(change("PUT", quota, "{\"maxBytes\":3}", none).statusCode()).isEqualTo(200);
        assertThat(tag(quota)).isNotEqualTo(one);
    }

    @Test
    void userIsRemovedInTheStateThatWasRead() throws Exception {
        String user = user(tenant("peopled"), "ann");
        String seen = tag(user);
        assertThat(unlessSeen(user, seen)).isEqualTo(304);

        assertThat(node.post(user + "/disable", "").headers().firstValue("ETag"))
                .isPresent()
                .isNotEqualTo(seen);
        assertThat(node.post(user + "/disable", "").headers().firstValue("ETag"))
                .contains(tag(user));

        assertOutdated(change("DELETE", user, "", seen));
        assertThat(node.get(user).statusCode()).isEqualTo(200);
        assertThat(change("DELETE", user, "", tag(user)).statusCode()).isEqualTo(204);
    }

    @Test
    void administratorIsChangedInTheStateThatWasRead() throws Exception {
        String zoe = ADMINISTRATORS + "/zoe";
        String password = "{\"password\":\"Correct-horse-1\",\"mustChange\":false}";
        node.created(ADMINISTRATORS, "{\"name\":\"zoe\"," + password.substring(1));
        String seen = tag(zoe);

        assertThat(node.send("GET", ADMINISTRATORS, "", AdminNode.basic("zoe", "Correct-horse-1"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(change("PUT", zoe + "/password", password, seen).statusCode())
                .as("a sign-in is no edit")
                .isEqualTo(204);
        assertOutdated(change("PUT", zoe + "/password", password, seen));
        assertOutdated(change("DELETE", zoe, "", seen));
        String again = tag(zoe);
        assertThat(change("DELETE", zoe, "", again).statusCode()).isEqualTo(204);

        node.created(ADMINISTRATORS, "{\"name\":\"zoe\"," + password.substring(1));
        assertOutdated(change("DELETE", zoe, "", again));
    }

    @Test
    void identityProviderAndItsClientHaveOneRevision() throws Exception {
        String provider = tenant("federated") + "/identity-providers/issuer";
        String trust = "{\"issuer\":\"https://issuer.example.com\",\"audiences\":[\"ose\"]}";
        assertOutdated(change("PUT", provider, trust, "*"));
        assertThat(node.send("PUT", provider, trust, node.admin()).statusCode()).isEqualTo(200);
        String seen = tag(provider);
        assertThat(unlessSeen(provider, seen)).isEqualTo(304);
        assertThat(change("PUT", provider, trust, "*").statusCode()).isEqualTo(200);

        String client = "{\"clientId\":\"ose\"}";
        assertThat(change("PUT", provider + "/sign-in", client, seen).statusCode())
                .isEqualTo(200);
        assertOutdated(change("PUT", provider, trust, seen));
        assertOutdated(change("DELETE", provider + "/sign-in", "", seen));
        assertThat(change("DELETE", provider + "/sign-in", "", tag(provider + "/sign-in"))
                        .statusCode())
                .isEqualTo(204);
        assertOutdated(change("DELETE", provider, "", seen));
        assertThat(change("DELETE", provider, "", tag(provider)).statusCode()).isEqualTo(204);
        assertThat(node.get(provider).statusCode()).isEqualTo(404);
    }

    @Test
    void webhookIsShownWithATag() throws Exception {
        String webhooks = tenant("notified") + "/webhooks";
        String webhook = webhooks + "/"
                + node.created(webhooks, "{\"url\":\"https://hooks.example.com/\"}")
                        .get("id")
                        .asString();
        String seen = tag(webhook);

        assertThat(node.get(webhook).body()).contains("hooks.example.com").doesNotContain("secret");
        assertThat(unlessSeen(webhook, seen)).isEqualTo(304);
        assertOutdated(change("DELETE", webhook, "", "\"1-0123456789abcdef0\""));
        assertThat(change("DELETE", webhook, "", seen).statusCode()).isEqualTo(204);
        assertThat(node.get(webhook).statusCode()).isEqualTo(404);
    }

    @Test
    void brokenHeaderIsRefusedWithItsName() throws Exception {
        HttpResponse<String> answer = change("DELETE", tenant("broken"), "", "not quoted");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(AdminNode.json(answer).get("field").asString()).isEqualTo("If-Match");
    }
}
