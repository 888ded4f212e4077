package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Thousands of requests that Schemathesis makes of the description of the admin API, valid and invalid ones, against a
 * node with the embedded platform: none meets a bug, every answer is a described one, and no invalid request is
 * accepted. {@code -Dose.schemathesis.seconds} makes more of them, by another seed each time.
 *
 * @see <a href="https://schemathesis.readthedocs.io">Schemathesis</a>
 */
final class SchemathesisIT {

    private static final int USUAL_SECONDS = 40;
    private static final int SECONDS = Integer.getInteger("ose.schemathesis.seconds", USUAL_SECONDS);
    private static final boolean IS_LONG = SECONDS > USUAL_SECONDS;
    private static final Duration OVERTIME = Duration.ofMinutes(3);
    private static final String COOKIE = "__Host-ose-session=";

    private static final String CHECKS = String.join(
            ",",
            List.of(
                    "not_a_server_error",
                    "status_code_conformance",
                    "content_type_conformance",
                    "response_schema_conformance",
                    "negative_data_rejection"));

    /** What would end the session of the test, count as a wrong login, or make the node take no requests. */
    private static final String LEFT_OUT =
            "^(SignOut|EndSession|ChangePassword|BeginSecondFactor|EndSecondFactor|DrainNode)$";

    @TempDir
    private Path folder;

    @Test
    void everyAnswerIsADescribedOneAndNoInvalidRequestIsAccepted() throws Exception {
        Node node = Node.startEmpty("schemathesis", Map.of());
        try {
            AdminApi admin = node.admin();
            Path document = folder.resolve("openapi.json");
            Files.writeString(document, admin.text("/api/v1/openapi"));
            configure(node, admin);

            Command.Ended ended = new Command("sh", "-c", "cd \"$0\" && exec \"$@\"", folder)
                    .with(Tools.program("schemathesis"), "run", document, "--url", admin.endpoint())
                    // One thread: in several, CPython 3.11 fails now and then with "recursion depth mismatch".
                    .with("--no-color", "--warnings", "off", "--workers", 1, "--phases", "coverage,fuzzing")
                    .with("--max-time", SECONDS, "--max-examples", IS_LONG ? 1_000 : 2, "--no-shrink")
                    .with("--seed", IS_LONG ? System.currentTimeMillis() : 1)
                    .with("--checks", CHECKS, "--exclude-operation-id-regex", LEFT_OUT)
                    .with("--generation-with-security-parameters", false)
                    .within(Duration.ofSeconds(SECONDS).plus(OVERTIME))
                    .end();

            assertThat(ended.status())
                    .as(ended.output() + ended.errors() + node.logTails())
                    .isZero();
        } finally {
            node.stop();
        }
    }

    /** The names of what is there, so that requests get beyond 404, and a session. */
    private void configure(Node node, AdminApi admin) throws Exception {
        AdminApi.Account account = admin.makeTenant("described");
        new JavaSdk(node.target(Where.HTTP).as(account.accessKey(), account.secretKey())).makeBucket("described");
        admin.makeProvider("tested", "a password of tests");
        HttpResponse<String> session = signIn(admin);
        String set = session.headers().firstValue("Set-Cookie").orElseThrow();
        JsonNode shown = JsonMapper.shared().readTree(session.body());
        Files.writeString(folder.resolve("schemathesis.toml"), """
                headers = { Cookie = "%s", X-OSE-CSRF = "%s" }
                [parameters]
                "path.tenant" = "%s"
                "path.user" = "%s"
                "path.accessKey" = "%s"
                "path.bucket" = "described"
                "path.platform" = "main"
                "path.administrator" = "tested"
                """.formatted(
                        set.substring(0, set.indexOf(';')),
                        shown.required("csrf").asString(),
                        account.tenant(),
                        account.user(),
                        account.accessKey()));
    }

    private static HttpResponse<String> signIn(AdminApi admin) throws IOException, InterruptedException {
        String key = admin.loginKey().use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(admin.endpoint().resolve("/api/v1/session"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        JsonMapper.shared().writeValueAsString(Map.of("user", admin.login(), "password", key))))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.headers().firstValue("Set-Cookie").orElse("")).startsWith(COOKIE);
            return answer;
        }
    }
}
