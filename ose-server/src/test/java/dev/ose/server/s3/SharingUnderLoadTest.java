package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change of sharing while its tenant occupies all blocking threads. */
@Timeout(180)
class SharingUnderLoadTest {

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = S3TestServer.withOneThreadPerTenant(request -> {
            request.body();
            arrived.countDown();
            await(mayAnswer);
            return request.answer("204 No Content", "", new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        mayAnswer.countDown();
        edge.alicesBucketsMayBeFound.complete(null);
        edge.close();
    }

    @Test
    void nextChangeNeedNotWaitForOneThatCouldNotBeRecorded() throws Exception {
        try (WireClient sharing = edge.connect();
                WireClient running = edge.connect();
                WireClient waiting = edge.connect();
                WireClient refused = edge.connect()) {
            sharing.send(edge.signed(S3TestServer.ALICE, "DELETE", "/photos?policy", ""));
            await(arrived);
            edge.alicesBucketsMayBeFound = new CompletableFuture<>();
            running.send(edge.signed(S3TestServer.ALICE, "GET", "/?limit=1", ""));
            assertThat(edge.bucketsLookedFor.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            waiting.send(edge.signed(S3TestServer.ALICE, "GET", "/?limit=1", ""));
            refused.send(edge.signed(S3TestServer.ALICE, "GET", "/?limit=1", ""));
            // One of them is refused, which shows that the other one waits.
            assertThat(CompletableFuture.anyOf(status(waiting), status(refused)).get(60, TimeUnit.SECONDS))
                    .isEqualTo(503);

            mayAnswer.countDown();

            assertThat(sharing.answer().status()).isEqualTo(503);
            assertThat(edge.buckets.cancelled.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            assertThat(edge.buckets.busy).isEmpty();
        }
    }

    private static CompletableFuture<Integer> status(WireClient client) {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                status.complete(client.answer().status());
            } catch (IOException e) {
                // Closed by the test: the waiting request.
                status.completeExceptionally(new UncheckedIOException(e));
            }
        });
        return status;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
