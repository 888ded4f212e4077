package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tenant whose requests occupy the database, beside another one. */
@Timeout(120)
class FairWorkTest {

    /** More than the blocking threads, of which one tenant gets half. */
    private static final int REQUESTS = 140;

    private static final int HALF_OF_THE_THREADS = 64;

    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> request.answer("200 OK", "", new byte[0]));
    }

    @AfterEach
    void stop() throws IOException {
        edge.alicesBucketsMayBeFound.complete(null);
        edge.close();
    }

    @Test
    void oneTenantDoesNotKeepAnotherFromTheDatabase() throws Exception {
        edge.alicesBucketsMayBeFound = new CompletableFuture<>();
        List<WireClient> greedy = new ArrayList<>();
        try {
            for (int i = 0; i < REQUESTS; i++) {
                WireClient client = edge.connect();
                greedy.add(client);
                client.send(edge.signed(S3TestServer.ALICE, "GET", "/?limit=1", ""));
            }
            assertThat(edge.bucketsLookedFor.tryAcquire(HALF_OF_THE_THREADS, 60, TimeUnit.SECONDS))
                    .isTrue();

            assertThat(edge.call(S3TestServer.EVE, "GET", "/?limit=1", "").status())
                    .isEqualTo(200);

            assertThat(edge.bucketsLookedFor.availablePermits()).isZero();
            edge.alicesBucketsMayBeFound.complete(null);
            for (WireClient client : greedy) {
                assertThat(client.answer().status()).isEqualTo(200);
            }
        } finally {
            for (WireClient client : greedy) {
                client.close();
            }
        }
    }
}
