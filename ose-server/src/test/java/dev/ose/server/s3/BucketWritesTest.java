package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Quirk;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Creations and deletions of buckets, also concurrent ones. */
@Timeout(60)
class BucketWritesTest {

    @SuppressWarnings("NullAway.Init") // Each test starts it with a platform of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start(ScriptedPlatform.Script script) throws IOException {
        edge = new S3TestServer(script);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void createBucketClaimsFirstAndConfirmsLast() throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "PUT", "/fresh", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("location", "/fresh");
        assertThat(edge.buckets.calls).containsExactly("claim fresh", "confirm");
    }

    @Test
    void createBucketStatesTheRegionToAPlatformThatNeedsIt() throws IOException {
        List<String> documents = new CopyOnWriteArrayList<>();
        edge = S3TestServer.with(Quirk.REGION_NAMED_IN_CREATION, request -> {
            documents.add(new String(request.body(), StandardCharsets.UTF_8));
            return request.answer(new byte[0]);
        });

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/fresh", "").status()).isEqualTo(200);

        assertThat(documents)
                .singleElement()
                .asString()
                .contains("<LocationConstraint>plat-1</LocationConstraint></CreateBucketConfiguration>");
    }

    @Test
    void createBucketGivesTheClaimUpWhenThePlatformRefuses() throws IOException {
        start(request -> request.answer(
                "409 Conflict", "", bytes("<Error><Code>BucketAlreadyExists</Code><Message>m</Message></Error>")));

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/fresh", "").body()).contains("BucketAlreadyExists");
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/loot", "").body()).contains("BucketAlreadyExists");
        assertThat(edge.buckets.calls).containsExactly("claim fresh", "abandon");
        assertThat(edge.platform.requests()).hasSize(1);
    }

    @Test
    void bucketMadeAgainIsAnsweredAsThePlatformDoes() throws IOException {
        start(request -> request.header("x-amz-acl").isEmpty()
                ? request.answer(new byte[0])
                : request.answer("409 Conflict", "", bytes("<Error><Code>BucketAlreadyExists</Code></Error>")));

        WireClient.Answer same = edge.call(S3TestServer.ALICE, "PUT", "/photos", "");
        WireClient.Answer changed =
                edge.call(S3TestServer.ALICE, "PUT", "/photos", "", new HeaderField("x-amz-acl", "public-read"));

        assertThat(same.status()).isEqualTo(200);
        assertThat(same.headers()).containsEntry("location", "/photos");
        assertThat(changed.status()).isEqualTo(409);
        assertThat(changed.body()).contains("<Code>BucketAlreadyExists</Code>");
        assertThat(edge.buckets.calls).containsExactly("confirm", "keep");
    }

    @Test
    void bucketMadeAgainWhileItIsDeletedGetsARowAgain() throws IOException {
        start(request -> {
            edge.buckets.drop("photos");
            return request.answer(new byte[0]);
        });

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos", "").status()).isEqualTo(200);
        assertThat(edge.buckets.calls).containsExactly("gone", "claim photos", "confirm");
        assertThat(edge.platform.requests()).hasSize(2);
    }

    /** The platform has created it: giving up would leave a bucket without an owner. */
    @Test
    void bucketMadeAgainBetweenTwoDeletionsGetsARowOnceTheSecondIsOver() throws IOException {
        start(request -> {
            edge.buckets.drop("photos");
            edge.buckets.deletionsUnderWay.compareAndSet(
                    0, edge.platform.requests().size() == 1 ? 2 : 0);
            return request.answer(new byte[0]);
        });

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos", "").status()).isEqualTo(200);
        assertThat(edge.buckets.calls).containsExactly("gone", "busy", "busy", "claim photos", "confirm");
        assertThat(edge.platform.requests()).hasSize(2);
    }

    @Test
    void deleteBucketForgetsWhatThePlatformDeleted() throws IOException {
        start(request -> {
            request.send("HTTP/1.1 204 No Content\r\n\r\n");
            return true;
        });

        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos", "").status())
                .isEqualTo(204);
        assertThat(edge.buckets.calls).containsExactly("remove");
    }

    @Test
    void deleteBucketThatThePlatformRefusesLeavesIt() throws IOException {
        start(request -> request.answer("409 Conflict", "", bytes("<Error><Code>BucketNotEmpty</Code></Error>")));

        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos", "").body())
                .contains("BucketNotEmpty");
        assertThat(edge.buckets.calls).containsExactly("cancel");
    }

    /** Created again between the deletions on the platform and in OSE: the order is unknown. */
    @Test
    void deleteBucketAsksAgainIfTheBucketWasMadeAnewMeanwhile() throws IOException {
        CompletableFuture<Boolean> makes = new CompletableFuture<>();
        CompletableFuture<Boolean> deletes = new CompletableFuture<>();
        CompletableFuture<Integer> made = new CompletableFuture<>();
        start(request -> {
            if (request.line().startsWith("PUT")) {
                makes.complete(true);
                deletes.join();
                return request.answer(new byte[0]);
            }
            deletes.complete(true);
            assertThat(made.join()).isEqualTo(200);
            request.send("HTTP/1.1 204 No Content\r\n\r\n");
            return true;
        });
        Thread.ofVirtual().start(() -> {
            try {
                made.complete(
                        edge.call(S3TestServer.ALICE, "PUT", "/photos", "").status());
            } catch (IOException e) {
                made.completeExceptionally(e);
            }
        });
        makes.join();

        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos", "").status())
                .isEqualTo(204);

        assertThat(edge.buckets.calls).containsExactly("confirm", "made anew", "remove");
        assertThat(edge.platform.requests()).hasSize(3);
    }
}
