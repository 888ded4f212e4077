package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.s3.relay.QueryPolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class UnsupportedSubresourceGuardTest {

    private S3TestServer edge;

    /** A platform that answers every request with success. */
    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            request.body();
            return request.answer(new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE /photos?encryption",
                "DELETE /photos?ownershipControls",
                "DELETE /photos?metadataConfiguration",
                "DELETE /photos?metadataTable",
                "DELETE /photos?analytics&id=a",
                "DELETE /photos?intelligent-tiering&id=a",
                "DELETE /photos?inventory&id=a",
                "DELETE /photos?metrics&id=a",
                "PUT /photos?encryption",
                "PUT /photos?accelerate",
                "PUT /photos?abac",
                "POST /photos?metadataTable",
                "PUT /photos/k?encryption"
            })
    void settingThatThePlatformWouldOverlookIsNotWritten(String line) throws IOException {
        String[] words = line.split(" ", 2);

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, words[0], words[1], "");

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Code>NotImplemented</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void attributesAreNotTakenForTheObject() throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "GET",
                "/photos/k?attributes",
                "",
                new HeaderField("x-amz-object-attributes", "ETag"));

        assertThat(answer.status()).isEqualTo(501);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE /photos?policy", "PUT /photos?versioning", "PUT /photos/k?tagging"})
    void otherSettingsAreWritten(String line) throws IOException {
        String[] words = line.split(" ", 2);

        assertThat(edge.call(S3TestServer.ALICE, words[0], words[1], "").status())
                .isEqualTo(200);
        assertThat(edge.platform.requests().getFirst().line()).startsWith(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BucketOwnerEnforced", "BucketOwnerPreferred", "nonsense"})
    void ownershipThatThePlatformWouldOverlookIsRefusedByName(String ownership) throws IOException {
        WireClient.Answer answer = create(ownership);

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Header>x-amz-object-ownership</Header>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void ownershipThatThePlatformHasAnywayIsPassed() throws IOException {
        assertThat(create("ObjectWriter").status()).isEqualTo(200);
    }

    private WireClient.Answer create(String ownership) throws IOException {
        return edge.call(
                S3TestServer.ALICE, "PUT", "/newone", "", new HeaderField("x-amz-object-ownership", ownership));
    }

    static Stream<String> selectors() {
        return Stream.concat(
                        Arrays.stream(BucketSubresource.Action.values()).map(BucketSubresource.Action::selector),
                        Arrays.stream(ObjectSubresource.Action.values()).map(ObjectSubresource.Action::selector))
                .distinct();
    }

    /** Without its selector, a request to delete a setting would delete the bucket. */
    @ParameterizedTest
    @MethodSource("selectors")
    void selectorReachesThePlatform(String selector) {
        assertThat(QueryPolicy.toPlatform(QueryParameters.parse(selector).orElseThrow()))
                .isEqualTo(selector);
    }
}
