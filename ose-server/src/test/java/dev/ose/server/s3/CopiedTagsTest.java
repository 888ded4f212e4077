package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tags of copies on a platform where they follow the metadata directive. */
@Timeout(60)
class CopiedTagsTest {

    private static final byte[] COPIED =
            "<CopyObjectResult><ETag>\"9a0364b9e99bb480dd25e1f0284c8555\"</ETag></CopyObjectResult>"
                    .getBytes(StandardCharsets.UTF_8);

    private S3TestServer edge = start(0);

    private static S3TestServer start(int tags) {
        try {
            return new S3TestServer(request -> {
                request.body();
                return request.line().startsWith("HEAD ")
                        ? request.answer(
                                "200 OK", tags == 0 ? "" : "x-amz-tagging-count: " + tags + "\r\n", new byte[0])
                        : request.answer(COPIED);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void tagSource() throws IOException {
        edge.close();
        edge = start(2);
    }

    private WireClient.Answer copy(String metadata, String tagging, String tags) throws IOException {
        List<HeaderField> headers = new ArrayList<>(List.of(new HeaderField("x-amz-copy-source", "photos/source")));
        add(headers, "x-amz-metadata-directive", metadata);
        add(headers, "x-amz-tagging-directive", tagging);
        add(headers, "x-amz-tagging", tags);
        return edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "", headers.toArray(HeaderField[]::new));
    }

    private static void add(List<HeaderField> headers, String name, String value) {
        if (!value.isEmpty()) {
            headers.add(new HeaderField(name, value));
        }
    }

    @ParameterizedTest
    @CsvSource({"REPLACE, ''", "REPLACE, COPY", "'', REPLACE", "COPY, REPLACE"})
    void copyThatWouldHaveOtherTagsThanItShouldIsRefusedByName(String metadata, String tagging) throws IOException {
        tagSource();

        WireClient.Answer answer = copy(metadata, tagging, "");

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Header>x-amz-tagging-directive</Header>");
        assertThat(edge.platform.requests()).singleElement().satisfies(request -> assertThat(request.line())
                .startsWith("HEAD "));
        assertThat(edge.ledger).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"''", "COPY", "REPLACE"})
    void newTagsAreRefusedByName(String metadata) throws IOException {
        WireClient.Answer answer = copy(metadata, "REPLACE", "a=1");

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Header>x-amz-tagging</Header>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "COPY, COPY", "REPLACE, REPLACE"})
    void copyWhoseTagsFollowAnywayAsksNothing(String metadata, String tagging) throws IOException {
        tagSource();

        assertThat(copy(metadata, tagging, "").status()).isEqualTo(200);
        assertThat(edge.platform.requests()).singleElement().satisfies(request -> assertThat(request.line())
                .startsWith("PUT "));
    }

    @ParameterizedTest
    @CsvSource({"REPLACE, ''", "'', REPLACE"})
    void copyOfASourceWithoutTagsIsMade(String metadata, String tagging) throws IOException {
        assertThat(copy(metadata, tagging, "").status()).isEqualTo(200);
    }

    /**
     * They have no effect if the source's tags are copied, and such a platform would store them in an unreadable form.
     */
    @Test
    void tagsBesideThoseOfTheSourceAreNotSent() throws IOException {
        assertThat(copy("REPLACE", "COPY", "a=1").status()).isEqualTo(200);
        assertThat(edge.platform.requests()).allSatisfy(request -> assertThat(request.header("x-amz-tagging"))
                .isEmpty());
    }
}
