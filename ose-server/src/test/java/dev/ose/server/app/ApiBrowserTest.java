package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page that shows the description of the API. */
class ApiBrowserTest extends OnAdminNode {

    private static final Pattern FILE = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

    @Test
    void pageIsMadeOfFilesOfTheNodeAlone() throws Exception {
        HttpResponse<String> page = node.get("/docs");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
        List<String> files = FILE.matcher(page.body())
                .results()
                .map(found -> found.group(1))
                .filter(file -> !file.equals("data:,"))
                .toList();
        assertThat(files).hasSize(4).allMatch(file -> file.startsWith("/docs/"));
        for (String file : files) {
            HttpResponse<String> answer = node.get(file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                    .as(file)
                    .startsWith(file.endsWith(".css") ? "text/css" : "text/javascript");
            assertThat(answer.body()).as(file).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/docs/page.js", "/docs/swagger-ui-bundle.js"})
    void policyLetsThePageRunAndAskThisOriginOnly(String path) throws Exception {
        HttpResponse<String> answer = node.get(path);

        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .startsWith("default-src 'none';")
                        .doesNotContain("unsafe", "http:", "https:", "*"));
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }

    @Test
    void pageHasNoScriptAndNoStyleInIt() throws Exception {
        String page = node.get("/docs").body();

        Matcher scripts = Pattern.compile("<script[^>]*>([^<]*)<").matcher(page);
        assertThat(scripts.results().map(found -> found.group(1).strip()))
                .isNotEmpty()
                .allMatch(String::isEmpty);
        assertThat(page).doesNotContain("<style", "style=", "onload");
    }

    @Test
    void filesOfTheLibraryThatThePageDoesNotNeedAreNotServed() throws Exception {
        assertThat(node.get("/docs/index.html").statusCode()).isEqualTo(404);
        assertThat(node.get("/docs/swagger-initializer.js").statusCode()).isEqualTo(404);
    }

    @Test
    void pageNeedsALogin() throws Exception {
        for (String path : List.of("/docs", "/docs/page.js")) {
            assertThat(node.send("GET", path, "", "").statusCode()).as(path).isEqualTo(401);
        }
    }
}
