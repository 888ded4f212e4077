package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that a platform on a file system would take for a path out of the bucket, where it is not the path itself. */
@Timeout(60)
class DotSegmentsTest {

    private static final Set<Capability> PATHS = EnumSet.noneOf(Capability.class);
    private static final Set<Capability> EXACT = EnumSet.of(Capability.EXACT_KEYS);

    private final List<String> documents = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init") // Started by each test.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start(Set<Capability> capabilities) throws IOException {
        edge = new S3TestServer(this::deleted, capabilities);
    }

    private boolean deleted(ScriptedPlatform.Request request) throws IOException {
        documents.add(new String(request.body(), StandardCharsets.UTF_8));
        return request.answer(
                "<DeleteResult><Deleted><Key>plain</Key></Deleted></DeleteResult>".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /photos/k?uploadId=..%2F..%2F..%2F..%2Floot",
        "DELETE, /photos/k?uploadId=a%2F..%2F..%2F..%2F..%2Floot",
        "GET, /photos/k?uploadId=..%2F..%2F..%2F..%2Floot",
        "PUT, /photos/k?partNumber=1&uploadId=..%2F..%2F..%2F..%2Floot",
        "POST, /photos/k?uploadId=%2E%2E/../../../loot"
    })
    void uploadOutsideOfTheBucketIsNotFound(String method, String target) throws IOException {
        start(EXACT);

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, method, target, "");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("<Code>NoSuchUpload</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void versionOutsideOfTheBucketIsRefused() throws IOException {
        start(EXACT);

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "DELETE", "/photos/k?versionId=..%2F..%2Floot", "");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../loot/k", "a/../../loot/k", ".."})
    void keyOutsideOfTheBucketIsNotDeletedAmongOthers(String key) throws IOException {
        start(EXACT);

        onlyPlainIsDeleted(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../loot/k", "a/../plain", "./plain"})
    void keyThatIsAPathToAnotherIsNotDeletedAmongOthers(String key) throws IOException {
        start(PATHS);

        onlyPlainIsDeleted(key);
    }

    private void onlyPlainIsDeleted(String key) throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos?delete",
                "<Delete><Object><Key>" + key + "</Key></Object><Object><Key>plain</Key></Object></Delete>");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .contains("<Key>" + key + "</Key><Code>InvalidURI</Code>")
                .contains("<Deleted><Key>plain</Key></Deleted>");
        assertThat(documents)
                .singleElement()
                .asString()
                .contains("<Key>plain</Key>")
                .doesNotContain("<Key>" + key + "</Key>");
    }

    @Test
    void keyThatStaysInItsBucketIsDeletedWhereKeysAreNoPaths() throws IOException {
        start(EXACT);

        edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos?delete",
                "<Delete><Object><Key>a/../plain</Key></Object></Delete>");

        assertThat(documents).singleElement().asString().contains("<Key>a/../plain</Key>");
    }
}
