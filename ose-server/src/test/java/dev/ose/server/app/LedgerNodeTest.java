package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node with each ledger. */
@Timeout(120)
class LedgerNodeTest {

    private static final String HOST = "127.0.0.1";
    private static final String TENANTS = "/api/v1/admin/tenants";

    @ParameterizedTest
    @ValueSource(strings = {"log", "tables"})
    void usageCountsWhatWasAnsweredBefore(String ledger, @TempDir Path folder) throws IOException {
        try (WholeNode node = new WholeNode(folder, "--oss.metadata.ledger=" + ledger)) {
            node.makeUser("logged");
            assertThat(signed(node, "PUT", "/bucket", "")).isEqualTo(200);
            assertThat(signed(node, "PUT", "/bucket/a", "hello")).isEqualTo(200);
            assertThat(signed(node, "PUT", "/bucket/b", "world!")).isEqualTo(200);
            assertThat(usage(node)).contains("\"objects\":2").contains("\"storedBytes\":11");

            assertThat(signed(node, "DELETE", "/bucket/a", "")).isEqualTo(204);
            assertThat(usage(node)).contains("\"objects\":1").contains("\"storedBytes\":6");
        }
    }

    private static int signed(WholeNode node, String method, String path, String body) throws IOException {
        return WholeNode.send(node.s3Port(), node.signed(method, HOST, path, body))
                .status();
    }

    private static String usage(WholeNode node) throws IOException {
        for (JsonNode tenant :
                JsonMapper.shared().readTree(admin(node, TENANTS)).get("items")) {
            if (tenant.get("name").asString().equals("logged")) {
                return admin(node, TENANTS + '/' + tenant.get("id").asString() + "/usage");
            }
        }
        throw new IOException("the tenant is missing");
    }

    private static String admin(WholeNode node, String path) throws IOException {
        WireClient.Answer answer = WholeNode.send(node.adminPort(), node.admin("GET", "localhost", path, ""));
        return answer.body();
    }
}
