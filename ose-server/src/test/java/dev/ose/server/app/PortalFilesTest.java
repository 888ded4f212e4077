package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The portal's files: what is served without a login, and how browsers keep and confine it. */
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
}
