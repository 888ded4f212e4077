package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The access log of a bucket, from a node's clients to the objects on its embedded platform. */
@Timeout(120)
class AccessLogNodeTest {

    private static final String HOST = "127.0.0.1";
    private static final Pattern KEY = Pattern.compile("<Key>([^<]+)</Key><LastModified>");
    private static final Pattern FIELD = Pattern.compile("\\[[^\\]]*\\]|\"[^\"]*\"|\\S+");
    private static final int FIELDS = 26;

    @Test
    void requestsAreInTheLogWithTheirFields(@TempDir Path folder) throws IOException {
        try (WholeNode node = new WholeNode(folder, "--oss.access-logs.period=1s")) {
            node.makeUser("logged");
            call(node, "PUT", "/source", "");
            call(node, "PUT", "/logs", "");
            assertThat(setLogging(node, "logs").status()).isEqualTo(200);
            assertThat(call(node, "PUT", "/source/a", "hello").status()).isEqualTo(200);
            assertThat(call(node, "GET", "/source/a", "").body()).isEqualTo("hello");
            assertThat(call(node, "GET", "/source/missing", "").status()).isEqualTo(404);
            assertThat(anonymous(node, "/source/a").status()).isEqualTo(403);
            assertThat(call(node, "DELETE", "/source/a", "").status()).isEqualTo(204);

            await().atMost(Duration.ofMinutes(1)).until(() -> lines(node).size() >= 5);

            List<List<String>> lines = lines(node);
            assertThat(lines).allSatisfy(fields -> assertThat(fields).hasSize(FIELDS));
            assertFields(line(lines, "REST.PUT.OBJECT"), "a", "\"PUT /source/a HTTP/1.1\"", "200", "-", "-", "5");
            assertFields(line(lines, "REST.GET.OBJECT"), "a", "\"GET /source/a HTTP/1.1\"", "200", "-", "5", "5");
            assertThat(line(lines, "REST.DELETE.OBJECT").get(9)).isEqualTo("204");
            assertThat(lines)
                    .anySatisfy(fields -> assertThat(fields)
                            .containsSubsequence("missing", "\"GET /source/missing HTTP/1.1\"", "404", "NoSuchKey"))
                    .anySatisfy(fields ->
                            assertThat(fields).containsSubsequence("-", "REST.GET.OBJECT", "a", "403", "AccessDenied"));
        }
    }

    @Test
    void stopDeliversWhatWasNotYet(@TempDir Path folder) throws IOException {
        WholeNode stopped = new WholeNode(folder);
        try (stopped) {
            stopped.makeUser("logged");
            call(stopped, "PUT", "/source", "");
            call(stopped, "PUT", "/logs", "");
            setLogging(stopped, "logs");
            call(stopped, "PUT", "/source/a", "hello");
            assertThat(keys(stopped)).isEmpty();
        }
        try (WholeNode node = new WholeNode(folder)) {
            node.signAs(stopped);

            assertThat(line(lines(node), "REST.PUT.OBJECT")).contains("\"PUT /source/a HTTP/1.1\"");
        }
    }

    @Test
    void bucketThatLogsToItselfDoesNotLogItsLog(@TempDir Path folder) throws IOException {
        try (WholeNode node = new WholeNode(folder, "--oss.access-logs.period=1s")) {
            node.makeUser("logged");
            call(node, "PUT", "/logs", "");
            call(node, "PUT", "/logs?logging", logging("logs"));
            call(node, "PUT", "/logs/a", "hello");

            await().atMost(Duration.ofMinutes(1)).until(() -> !keys(node).isEmpty());

            assertThat(lines(node))
                    .noneSatisfy(fields -> assertThat(fields.get(7)).startsWith("log-"));
        }
    }

    private static void assertFields(List<String> line, String... from) {
        assertThat(line.subList(0, 2)).isEqualTo(List.of(line.get(4), "source"));
        assertThat(line.get(2)).matches("\\[\\d\\d/[A-Z][a-z][a-z]/\\d{4}:\\d\\d:\\d\\d:\\d\\d \\+0000\\]");
        assertThat(line.get(3)).isEqualTo("127.0.0.1");
        assertThat(line.subList(7, 13)).containsExactly(from);
        assertThat(line.subList(18, 26)).startsWith(line.get(18), "SigV4", "-", "AuthHeader", HOST, "-");
    }

    private static List<String> line(List<List<String>> lines, String operation) {
        return lines.stream()
                .filter(fields ->
                        fields.get(6).equals(operation) && !fields.get(4).equals("-"))
                .filter(fields -> !fields.get(7).equals("missing"))
                .findFirst()
                .orElseThrow();
    }

    private static List<List<String>> lines(WholeNode node) throws IOException {
        StringBuilder content = new StringBuilder();
        for (String key : keys(node)) {
            content.append(call(node, "GET", "/logs/" + key, "").body());
        }
        return content.toString().lines().map(AccessLogNodeTest::fields).toList();
    }

    private static List<String> fields(String line) {
        return FIELD.matcher(line).results().map(found -> found.group()).toList();
    }

    private static List<String> keys(WholeNode node) throws IOException {
        Matcher found = KEY.matcher(call(node, "GET", "/logs", "").body());
        return found.results()
                .map(result -> result.group(1))
                .filter(key -> key.startsWith("log-"))
                .toList();
    }

    private static WireClient.Answer setLogging(WholeNode node, String target) throws IOException {
        return call(node, "PUT", "/source?logging", logging(target));
    }

    private static String logging(String target) {
        return "<BucketLoggingStatus><LoggingEnabled><TargetBucket>" + target
                + "</TargetBucket><TargetPrefix>log-</TargetPrefix></LoggingEnabled></BucketLoggingStatus>";
    }

    private static WireClient.Answer anonymous(WholeNode node, String path) throws IOException {
        return WholeNode.send(node.s3Port(), WholeNode.plain("GET", HOST, path, "", ""));
    }

    private static WireClient.Answer call(WholeNode node, String method, String path, String body) throws IOException {
        return WholeNode.send(node.s3Port(), node.signed(method, HOST, path, body));
    }
}
