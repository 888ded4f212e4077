package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of tags are recorded for searches. */
@Timeout(60)
class WriteTagsTest {

    private static final String TAGS = "<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>";

    @Test
    void changesAreNotedBeforeTheClientHears() throws IOException {
        try (S3TestServer edge = edge("200 OK")) {
            assertThat(put(edge).status()).isEqualTo(200);
            assertThat(edge.labels.noted).hasSize(1);
            assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos/a%20b?tagging", "")
                            .status())
                    .isEqualTo(200);
            assertThat(edge.labels.noted)
                    .extracting(ObjectAddress::key)
                    .containsExactly(new ObjectKey("a b"), new ObjectKey("a b"));
            assertThat(edge.labels.unsure).isEmpty();
        }
    }

    @Test
    void changeWithUnknownOutcomeIsRecorded() throws IOException {
        try (S3TestServer edge = edge("500 Internal Server Error")) {
            assertThat(put(edge).status()).isGreaterThanOrEqualTo(500);
            assertThat(edge.labels.unsure).hasSize(1);
        }
    }

    @Test
    void changeThatIsNotAnsweredIsNoted() throws IOException {
        try (S3TestServer edge = new S3TestServer(request -> {
            request.body();
            return false;
        })) {
            assertThat(put(edge).status()).isGreaterThanOrEqualTo(500);
            assertThat(edge.labels.unsure).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"403 Forbidden", "404 Not Found", "400 Bad Request"})
    void refusedChangeIsNot(String status) throws IOException {
        try (S3TestServer edge = edge(status)) {
            assertThat(put(edge).status()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
            assertThat(edge.labels.noted).isEmpty();
        }
    }

    @Test
    void clientNeedNotWaitForTheDatabase() throws IOException {
        try (S3TestServer edge = edge("200 OK")) {
            edge.labels.isGone = true;
            assertThat(put(edge).status()).isEqualTo(200);
        }
    }

    @Test
    void afterADatabaseFailureNoFurtherRequestWaits() throws IOException {
        try (S3TestServer edge = edge("200 OK")) {
            edge.labels.isGone = true;
            put(edge);
            edge.labels.silence = new CountDownLatch(1);

            assertThat(put(edge).status()).isEqualTo(200);
            assertThat(edge.labels.begun).hasValue(1);
        }
    }

    @Test
    void otherPropertiesAndReadsOfTagsAreNotNoted() throws IOException {
        try (S3TestServer edge = edge("200 OK")) {
            assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos/a%20b?tagging", "")
                            .status())
                    .isEqualTo(200);
            edge.call(
                    S3TestServer.ALICE,
                    "PUT",
                    "/photos/a%20b?legal-hold",
                    "<LegalHold><Status>ON</Status></LegalHold>");
            edge.call(S3TestServer.ALICE, "PUT", "/photos?tagging", TAGS);
            assertThat(edge.platform.requests()).hasSize(3);
            assertThat(edge.labels.noted).isEmpty();
        }
    }

    private static WireClient.Answer put(S3TestServer edge) throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", "/photos/a%20b?tagging", TAGS);
    }

    private static S3TestServer edge(String status) throws IOException {
        return new S3TestServer(request -> {
            request.body();
            byte[] body = status.startsWith("200") ? new byte[0] : error().getBytes(StandardCharsets.UTF_8);
            return request.answer(status, "", body);
        });
    }

    private static String error() {
        return "<Error><Code>Whatever</Code><Message>m</Message></Error>";
    }
}
