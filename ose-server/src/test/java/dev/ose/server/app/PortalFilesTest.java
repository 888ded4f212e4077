package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The portal's files: what is served without a login, and how browsers keep and confine it; and what the provider has
 * the portal show.
 */
class PortalFilesTest extends OnAdminNode {

    private static final Pattern SCRIPT = Pattern.compile("src=\"(/portal/assets/[^\"]+\\.js)\"");

    private static final Pattern NONCE = Pattern.compile("<script type=\"module\" [^>]*nonce=\"([\\w-]{22})\"");

    @Override
    String[] options() {
        return new String[] {"--oss.director.origins=https://director.example.com"};
    }

    private HttpResponse<String> get(String path) throws Exception {
        return node.send("GET", path, "", "");
    }

    private String script() throws Exception {
        Matcher script = SCRIPT.matcher(get("/portal/").body());
        assertThat(script.find()).isTrue();
        return script.group(1);
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void documentIsServedWithAPolicyThatPermitsTheBundleOnly() throws Exception {
        HttpResponse<String> answer = get("/portal/");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(header(answer, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        Matcher nonce = NONCE.matcher(answer.body());
        assertThat(nonce.find()).isTrue();
        assertThat(header(answer, "Content-Security-Policy"))
                .isEqualTo("default-src 'none'; script-src 'nonce-" + nonce.group(1) + "'; style-src 'nonce-"
                        + nonce.group(1)
                        + "'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'self' https://director.example.com;"
                        + " base-uri 'none'; form-action 'self'; trusted-types lit-html;"
                        + " require-trusted-types-for 'script'");
        assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void addressesWithinThePortalAreAnsweredWithItsDocument() throws Exception {
        String document = get("/portal/").body();
        String within = get("/portal/buckets/photos?prefix=a%2Fb").body();

        assertThat(within).isNotEqualTo(document);
        assertThat(NONCE.matcher(within).replaceAll("")).contains("<ose-portal>");
        assertThat(get("/portal/../../etc/passwd").body()).contains("<ose-portal>");
        HttpResponse<String> withoutSlash = get("/portal");
        assertThat(withoutSlash.statusCode()).isEqualTo(308);
        assertThat(header(withoutSlash, "Location")).isEqualTo("/portal/");
    }

    @Test
    void hashedFilesAreKeptForEverAndTheDocumentIsAskedForEachTime() throws Exception {
        HttpResponse<String> script = get(script());
        HttpResponse<String> document = get("/portal/");

        assertThat(header(script, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(header(script, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(header(document, "Cache-Control")).isEqualTo("no-cache");
        assertThat(header(document, "ETag")).isEmpty();
        HttpResponse<String> again =
                node.send(node.request("GET", script(), "", "").header("If-None-Match", header(script, "ETag")));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void compressedBytesAreSentToThoseWhoTakeThem() throws Exception {
        String path = script();

        HttpResponse<String> plain = get(path);
        HttpResponse<String> gzip =
                node.send(node.request("GET", path, "", "").header("Accept-Encoding", "br;q=1, GZIP;q=0.5"));
        HttpResponse<String> refused =
                node.send(node.request("GET", path, "", "").header("Accept-Encoding", "gzip;q=0"));

        assertThat(header(gzip, "Content-Encoding")).isEqualTo("gzip");
        assertThat(Integer.parseInt(header(gzip, "Content-Length")))
                .isLessThan(Integer.parseInt(header(plain, "Content-Length")));
        assertThat(header(refused, "Content-Encoding")).isEmpty();
        assertThat(refused.body()).isEqualTo(plain.body());
    }

    @Test
    void missingFilesAndOtherMethodsAreRefused() throws Exception {
        assertThat(get("/portal/assets/missing.js").statusCode()).isEqualTo(404);
        HttpResponse<String> posted = node.send("POST", "/portal/", "x", "");
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(header(posted, "Allow")).isEqualTo("GET, HEAD");
        assertThat(node.send("HEAD", "/portal/", "", "").statusCode()).isEqualTo(200);
        assertThat(get("/portal2").statusCode()).isEqualTo(401);
    }

    private static final String ANNOUNCEMENTS = "/api/v1/admin/announcements";
    private static final String OWN = "/api/v1/admin/me/announcements";
    private static final String BRANDING = "/api/v1/admin/branding";
    private static final String LOGO = BRANDING + "/logo";
    private static final String SHOWN = "/api/v1/branding";

    /** The smallest images that are whole. */
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private static List<String> texts(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer)
                .get("items")
                .valueStream()
                .map(it -> it.at("/content/text").asString())
                .toList();
    }

    private String announce(String text, String more) throws Exception {
        return ANNOUNCEMENTS
                + '/'
                + node.created(ANNOUNCEMENTS, "{\"text\":\"" + text + "\",\"severity\":\"INFO\"" + more + '}')
                        .get("id")
                        .asString();
    }

    @Test
    void announcementsAreShownToTheirReadersWhileTheyLast() throws Exception {
        SignedInUser ann = SignedInUser.ofNewTenant(node);
        SignedInUser ada = ann.colleague("ada", "TENANT_ADMIN");
        SignedInUser stranger = SignedInUser.ofNewTenant(node);
        String tenant = ann.tenant().substring(ann.tenant().lastIndexOf('/') + 1);
        announce("all\\nof you", "");
        announce("administrators", ",\"audience\":\"TENANT_ADMINISTRATORS\"");
        announce("provider", ",\"audience\":\"PROVIDER\"");
        announce("one tenant", ",\"tenants\":[\"" + tenant + "\"]");
        announce("later", ",\"beginsAt\":\"9998-01-01T00:00:00Z\"");
        announce("over", ",\"beginsAt\":\"2020-01-01T00:00:00Z\",\"endsAt\":\"2020-01-02T00:00:00Z\"");
        node.created(ANNOUNCEMENTS, "{\"text\":\"urgent\",\"severity\":\"CRITICAL\"}");

        assertThat(texts(ann.browser().send("GET", OWN, "")))
                .startsWith("urgent")
                .containsExactlyInAnyOrder("urgent", "one tenant", "all\nof you");
        assertThat(texts(ada.browser().send("GET", OWN, "")))
                .containsExactlyInAnyOrder("urgent", "one tenant", "administrators", "all\nof you");
        assertThat(texts(stranger.browser().send("GET", OWN, ""))).containsExactlyInAnyOrder("urgent", "all\nof you");
        assertThat(texts(node.get(OWN))).containsExactlyInAnyOrder("urgent", "provider", "all\nof you");
        assertThat(texts(node.get(ANNOUNCEMENTS + "?filter=state==CURRENT&total=true")))
                .hasSize(5);
        assertThat(texts(node.get(ANNOUNCEMENTS + "?filter=state==SCHEDULED"))).containsExactly("later");
        assertThat(texts(node.get(ANNOUNCEMENTS + "?filter=state==ENDED"))).containsExactly("over");
        for (String path : List.of(ANNOUNCEMENTS, BRANDING)) {
            assertThat(ada.browser().send("GET", path, "").statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
        for (var item : AdminNode.json(node.get(ANNOUNCEMENTS)).get("items")) {
            node.send("DELETE", ANNOUNCEMENTS + '/' + item.get("id").asString(), "", node.admin());
        }
        assertThat(texts(ann.browser().send("GET", OWN, ""))).isEmpty();
    }

    @Test
    void announcementIsEditedInTheStateThatWasReadAndIsShownAgain() throws Exception {
        String path = announce("first", ",\"beginsAt\":\"2026-01-01T00:00:00Z\"");
        HttpResponse<String> seen = node.get(path);
        String tag = header(seen, "ETag");
        String second = "{\"text\":\"second\",\"severity\":\"WARNING\"}";

        HttpResponse<String> changed =
                node.send(node.request("PUT", path, second, node.admin()).header("If-Match", tag));
        HttpResponse<String> late =
                node.send(node.request("PUT", path, second, node.admin()).header("If-Match", tag));

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(AdminNode.json(changed).at("/content/beginsAt").asString()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(AdminNode.json(changed).get("changedAt"))
                .isNotEqualTo(AdminNode.json(seen).get("changedAt"));
        assertThat(node.send("DELETE", path, "", node.admin()).statusCode()).isEqualTo(204);
        assertThat(node.send("DELETE", path, "", node.admin()).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"text\":\"a\"}",
                "{\"text\":\" \\n \",\"severity\":\"INFO\"}",
                "{\"text\":\"a\\u202eb\",\"severity\":\"INFO\"}",
                "{\"text\":\"a\\u0000\",\"severity\":\"INFO\"}",
                "{\"text\":\"a\\u009b31m\",\"severity\":\"INFO\"}",
                "{\"text\":\"a\\u2028b\",\"severity\":\"INFO\"}",
                "{\"text\":\"a\\ud800b\",\"severity\":\"INFO\"}",
                "{\"text\":\"a\",\"severity\":\"INFO\",\"beginsAt\":\"2030-01-01T00:00:00.0000001Z\","
                        + "\"endsAt\":\"2030-01-01T00:00:00.0000002Z\"}",
                "{\"text\":\"a\",\"severity\":\"INFO\",\"endsAt\":\"2020-01-01T00:00:00Z\"}",
                "{\"text\":\"a\",\"severity\":\"INFO\",\"endsAt\":\"+999999-01-01T00:00:00Z\"}",
                "{\"text\":\"a\",\"severity\":\"INFO\",\"tenants\":[\"acme\"]}",
                "{\"text\":\"a\",\"severity\":\"INFO\",\"tenants\":[null]}",
                "{\"text\":\"a\",\"severity\":\"INFO\",\"tenants\":[\"00000000-0000-0000-0000-000000000009\"]}"
            })
    void wrongAnnouncementsAreRefused(String body) throws Exception {
        assertThat(node.post(ANNOUNCEMENTS, body).statusCode()).as(body).isEqualTo(400);
    }

    @Test
    void brandingIsShownToEveryoneAndEditedInTheStateThatWasRead() throws Exception {
        HttpResponse<String> before = node.get(BRANDING);
        String body = """
                {"productName":"Acme Storage","accentColor":"#7A0055","darkAccentColor":"#ffb0e0",\
                "signInText":"For customers.\\nHelp: 123","links":[{"title":"Imprint","url":"https://acme.example/i"},\
                {"title":"Mail","url":"mailto:help@acme.example"}]}""";

        HttpResponse<String> changed =
                node.send(node.request("PUT", BRANDING, body, node.admin()).header("If-Match", header(before, "ETag")));

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        HttpResponse<String> shown = get(SHOWN);
        assertThat(AdminNode.json(shown).at("/branding/accentColor").asString()).isEqualTo("#7a0055");
        assertThat(AdminNode.json(shown).at("/branding/signInText").asString()).isEqualTo("For customers.\nHelp: 123");
        assertThat(header(shown, "Cache-Control")).isEqualTo("no-cache");
        assertThat(node.send(node.request("GET", SHOWN, "", "").header("If-None-Match", header(shown, "ETag")))
                        .statusCode())
                .isEqualTo(304);
        assertThat(node.send(node.request("PUT", BRANDING, "{}", node.admin())
                                .header("If-Match", header(before, "ETag")))
                        .statusCode())
                .isEqualTo(412);
        assertThat(node.send("PUT", BRANDING, "{}", node.admin()).statusCode()).isEqualTo(200);
        assertThat(AdminNode.json(get(SHOWN)).get("branding").has("productName"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"productName\":\"a\\nb\"}",
                "{\"accentColor\":\"red\"}",
                "{\"accentColor\":\"#ffff00\"}",
                "{\"darkAccentColor\":\"#0065ab\"}",
                "{\"links\":[{\"title\":\"a\",\"url\":\"javascript:alert(1)\"}]}",
                "{\"links\":[{\"title\":\"a\",\"url\":\"data:text/html,x\"}]}",
                "{\"links\":[{\"title\":\"a\",\"url\":\"//evil.example\"}]}",
                "{\"links\":[{\"title\":\"a\",\"url\":\"https://a.example/\\u202egpj.exe\"}]}",
                "{\"links\":[{\"title\":\"\",\"url\":\"https://a.example\"}]}",
                "{\"links\":[null]}"
            })
    void wrongBrandingsAreRefused(String body) throws Exception {
        HttpResponse<String> answer = node.send("PUT", BRANDING, body, node.admin());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(AdminNode.json(answer).at("/errors/0/field").asString()).isNotEmpty();
    }

    @Test
    void logoIsAnImageAndNothingElseUnderAnAddressOfItsContent() throws Exception {
        HttpResponse<String> stored = node.send("PUT", LOGO, "{\"data\":\"" + PNG + "\"}", node.admin());

        assertThat(stored.statusCode()).as(stored.body()).isEqualTo(200);
        String path = AdminNode.json(get(SHOWN)).get("logo").asString();
        assertThat(path).startsWith("/api/v1/branding/logo/");
        HttpResponse<String> logo = get(path);
        assertThat(logo.statusCode()).isEqualTo(200);
        assertThat(header(logo, "Content-Type")).isEqualTo("image/png");
        assertThat(header(logo, "Content-Security-Policy"))
                .isEqualTo("default-src 'none'; sandbox; frame-ancestors 'none'");
        assertThat(header(logo, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(logo, "Cache-Control")).contains("immutable").doesNotContain("no-store");
        assertThat(get(path + "0").statusCode()).isEqualTo(404);
        assertThat(node.send("DELETE", LOGO, "", node.admin()).statusCode()).isEqualTo(200);
        assertThat(get(path).statusCode()).isEqualTo(404);
        assertThat(AdminNode.json(get(SHOWN)).has("logo")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no base64!", "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4="})
    void otherImagesAreNoLogos(String data) throws Exception {
        assertThat(node.send("PUT", LOGO, "{\"data\":\"" + data + "\"}", node.admin())
                        .statusCode())
                .isEqualTo(400);
    }
}
