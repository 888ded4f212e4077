package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.WholeResponse;
import dev.ose.testkit.GatewayFixture;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The conditions and tags of copies that a real gateway of release 16.2 ignores, on which the node's quirks are based.
 */
class CopiesOnCephTest {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    private final BlockingTransport asked = questions.open();
    private final String bucket = "copies-" + UUID.randomUUID();

    @BeforeEach
    void storeSource() {
        send("PUT", '/' + bucket, "", "");
        send("PUT", path("source"), "", "content", new HeaderField("x-amz-tagging", "a=1"));
    }

    @ParameterizedTest
    @CsvSource({"COPY, COPY, true", "COPY, REPLACE, true", "REPLACE, COPY, false", "REPLACE, REPLACE, false"})
    void tagsFollowTheMetadataWhateverIsAskedFor(String metadata, String tagging, boolean areKept) {
        send(
                "PUT",
                path("copy"),
                "",
                "",
                source(),
                new HeaderField("x-amz-metadata-directive", metadata),
                new HeaderField("x-amz-tagging-directive", tagging));

        assertThat(send("GET", path("copy"), "tagging", "").body().contains("<Key>a</Key>"))
                .isEqualTo(areKept);
    }

    @Test
    void sourceTellsHowManyTagsItHas() {
        assertThat(send("HEAD", path("source"), "", "").tags()).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource({
        "if-match, no, 412",
        "if-modified-since, 'Fri, 01 Jan 2100 00:00:00 GMT', 304",
        "if-unmodified-since, 'Fri, 01 Jan 2010 00:00:00 GMT', 412"
    })
    void conditionIsOverlookedInACopiedPartAndDecidedInAHead(String condition, String value, int status) {
        String upload = ((PlatformAnswer.Initiated) PlatformAnswer.read(
                        send("POST", path("parts"), "uploads", "").body().getBytes(StandardCharsets.UTF_8)))
                .uploadId()
                .value();

        assertThat(send(
                                "PUT",
                                path("parts"),
                                "partNumber=1&uploadId=" + upload,
                                "",
                                source(),
                                new HeaderField("x-amz-copy-source-" + condition, value))
                        .status())
                .isEqualTo(200);
        assertThat(send("HEAD", path("source"), "", "", new HeaderField(condition, value))
                        .status())
                .isEqualTo(status);
    }

    private HeaderField source() {
        return new HeaderField("x-amz-copy-source", bucket + "/source");
    }

    private String path(String key) {
        return '/' + bucket + '/' + key;
    }

    private record Reply(int status, String tags, String body) {}

    private Reply send(String method, String path, String query, String content, HeaderField... headers) {
        WholeResponse answer =
                new GatewayAccess(GATEWAY.gateway(), asked, Set.of()).send(method, path, query, content, headers);
        return new Reply(
                answer.status(),
                answer.header("x-amz-tagging-count").orElse(""),
                new String(answer.body(), StandardCharsets.UTF_8));
    }
}
