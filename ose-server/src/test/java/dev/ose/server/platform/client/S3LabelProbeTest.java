package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.label.LabelName;
import dev.ose.server.catalog.label.Labels;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class S3LabelProbeTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final ObjectKey KEY = new ObjectKey("a b/c");
    private static final String TAGS = """
            <?xml version="1.0"?><Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet>\
            <Tag><Key>my project</Key><Value>x&amp;y</Value></Tag></TagSet></Tagging>""";

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    @Test
    void headersAndTagsAreLabels() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(answering("200 OK", TAGS))) {
            Optional<Labels> labels = probe(platform, true).ask(BUCKET, KEY);

            assertThat(labels)
                    .contains(new Labels(Map.of(
                            LabelName.CONTENT_TYPE,
                            "image/png",
                            LabelName.metadata("owner"),
                            "J\u00f6rg",
                            LabelName.tag("my project"),
                            "x&y")));
            assertThat(platform.requests())
                    .extracting(ScriptedPlatform.Request::line)
                    .containsExactly("HEAD /b-1/a%20b/c HTTP/1.1", "GET /b-1/a%20b/c?tagging HTTP/1.1");
            assertThat(platform.requests().getFirst().header("authorization")).contains("Credential=OWNERKEY/");
        }
    }

    @Test
    void platformWithoutTagsIsNotAskedForThem() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(answering("200 OK", TAGS))) {
            assertThat(probe(platform, false).ask(BUCKET, KEY).orElseThrow().values())
                    .hasSize(2);
            assertThat(platform.requests()).hasSize(1);
        }
    }

    @Test
    void objectWithoutTagsHasTheOthers() throws IOException {
        try (ScriptedPlatform platform =
                new ScriptedPlatform(answering("404 Not Found", "<Error><Code>NoSuchTagSet</Code></Error>"))) {
            assertThat(probe(platform, true).ask(BUCKET, KEY).orElseThrow().values())
                    .hasSize(2);
        }
    }

    @Test
    void tagsThatS3WouldNotHaveLeaveTheOthersKnown() throws IOException {
        String tags = "<Tagging><TagSet>" + tag("a", "1") + tag("a", "2") + tag("long", "x".repeat(300))
                + tag("n".repeat(200), "") + tag("b", "3") + "</TagSet></Tagging>";
        try (ScriptedPlatform platform = new ScriptedPlatform(answering("200 OK", tags))) {
            Labels labels = probe(platform, true).ask(BUCKET, KEY).orElseThrow();

            assertThat(labels.values()).hasSize(4);
            assertThat(labels.find(LabelName.tag("a"))).contains("1");
            assertThat(labels.find(LabelName.tag("b"))).contains("3");
        }
    }

    private static String tag(String name, String value) {
        return "<Tag><Key>" + name + "</Key><Value>" + value + "</Value></Tag>";
    }

    @Test
    void whatIsNotThereHasNone() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            request.send("HTTP/1.1 404 Not Found\r\n\r\n");
            return true;
        })) {
            assertThat(probe(platform, true).ask(BUCKET, KEY)).isEmpty();
            assertThat(platform.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"403 Forbidden, true", "400 Bad Request, true", "503 Slow Down, false", "500 Oops, false"})
    void refusalsAreToldFromTrouble(String status, boolean isRefusal) throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(answering(status, "<Error><Code>No</Code></Error>"))) {
            assertThatThrownBy(() -> probe(platform, true).ask(BUCKET, KEY))
                    .isInstanceOfSatisfying(
                            FailureException.class, e -> assertThat(e.failure() instanceof Failure.PlatformRefused)
                                    .isEqualTo(isRefusal));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "<Tagging/>", "<Other/>", "<!DOCTYPE x []><Tagging><TagSet/></Tagging>"})
    void tagsThatAreNoneAreARefusal(String body) throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(answering("200 OK", body))) {
            assertThatThrownBy(() -> probe(platform, true).ask(BUCKET, KEY))
                    .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                            .isInstanceOf(Failure.PlatformRefused.class));
        }
    }

    private static ScriptedPlatform.Script answering(String status, String tagging) {
        return request -> {
            if (request.line().startsWith("HEAD ")) {
                // A client's UTF-8, octet by octet.
                request.send(String.join(
                        "\r\n",
                        "HTTP/1.1 200 OK",
                        "Content-Length: 5",
                        "Content-Type: image/png",
                        "x-amz-meta-Owner: J\u00c3\u00b6rg",
                        "",
                        ""));
                return true;
            }
            return request.answer(status, "", tagging.getBytes(StandardCharsets.UTF_8));
        };
    }

    private S3LabelProbe probe(ScriptedPlatform platform, boolean hasTags) {
        Platform known = new Platform(
                new PlatformId(1),
                "p",
                platform.endpoint(),
                "us-east-1",
                hasTags ? Set.of(Capability.TAGGING) : Set.of(),
                Set.of());
        return new S3LabelProbe(bucket -> Optional.of(TestQuestions.owner()), questions.client(known));
    }
}
