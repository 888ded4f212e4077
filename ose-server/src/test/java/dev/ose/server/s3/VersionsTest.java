package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VersionsTest {

    @SuppressWarnings("NullAway.Init") // Each test starts it with a platform of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    @Test
    void deletionThatLeavesAMarkerKeepsWhatItHides() throws IOException {
        edge = new S3TestServer(request -> {
            request.send("HTTP/1.1 204 No Content\r\nx-amz-delete-marker: true\r\nx-amz-version-id: m7\r\n\r\n");
            return true;
        });

        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos/k", "").status())
                .isEqualTo(204);

        assertThat(edge.ledger).containsExactly("begin k", "Hidden m7 k");
        assertThat(edge.buckets.calls).as("that was unknown").containsExactly("versions");
        edge.call(S3TestServer.ALICE, "DELETE", "/photos/k", "");
        assertThat(edge.buckets.calls).hasSize(1);
    }

    @Test
    void versioningIsNotedBeforeThePlatformHasIt() throws IOException {
        List<String> seen = new CopyOnWriteArrayList<>();
        edge = new S3TestServer(request -> {
            request.body();
            seen.addAll(edge.buckets.calls);
            return request.answer(new byte[0]);
        });

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos?versioning",
                "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(seen).containsExactly("versions");
    }

    @Test
    void whatTheAnswerDoesNotTellOfVersionsIsAskedFor() throws IOException {
        edge = new S3TestServer(request -> {
            request.body();
            if (request.line().startsWith("PUT")) {
                request.send("HTTP/1.1 200 OK\r\nETag: \"e\"\r\nContent-Length: 0\r\n\r\n");
                return true;
            }
            return request.answer(("<DeleteResult><Deleted><Key>a</Key><DeleteMarker>true</DeleteMarker>"
                            + "<DeleteMarkerVersionId>m1</DeleteMarkerVersionId></Deleted><Deleted><Key>b</Key>"
                            + "</Deleted>"
                            + "</DeleteResult>")
                    .getBytes(StandardCharsets.UTF_8));
        });
        edge.buckets.noteVersions(new BucketId("photos".hashCode()));
        edge.buckets.calls.clear();

        edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "x");
        edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos?delete",
                "<Delete><Object><Key>a</Key></Object><Object><Key>b</Key></Object></Delete>");

        assertThat(edge.ledger)
                .containsExactly("begin k", "Assumed k", "begin a", "begin b", "Hidden m1 a", "Hidden null b");
    }

    @Test
    void quietDeletionIsTalkedAboutWithThePlatformAlone() throws IOException {
        List<String> asked = new CopyOnWriteArrayList<>();
        edge = new S3TestServer(request -> {
            asked.add(new String(request.body(), StandardCharsets.UTF_8));
            return request.answer(
                    ("<DeleteResult><Deleted><Key>a</Key><DeleteMarker>true</DeleteMarker><DeleteMarkerVersionId>m1"
                                    + "</DeleteMarkerVersionId></Deleted><Deleted><Key>b</Key></Deleted>"
                                    + "</DeleteResult>")
                            .getBytes(StandardCharsets.UTF_8));
        });

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos?delete",
                "<Delete><Quiet>true</Quiet><Object><Key>a</Key></Object><Object><Key>b</Key></Object>"
                        + "<Object><Key>b</Key></Object></Delete>");

        assertThat(asked).singleElement().asString().doesNotContain("<Quiet>true");
        assertThat(answer.body()).doesNotContain("Deleted>");
        assertThat(edge.ledger)
                .as("of one that is named twice the platform is asked")
                .containsExactly("begin a", "begin b", "Hidden m1 a", "Changed b");
    }
}
