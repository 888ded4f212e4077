package dev.ose.server.platform.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.transfer.PlatformRequestBody;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections to platforms are opened only with memory for the buffers that they may hold. */
@Timeout(120)
class ConnectionMemoryTest extends TransportFixture {

    private static final int MANY = 100;
    private static final UpstreamSettings UNLIMITED = new UpstreamSettings(
            new UpstreamSettings.Pool(MANY, MANY, MANY, LONG, LONG, LONG), UpstreamSettings.Timeouts.all(LONG));

    private final Semaphore permits = new Semaphore(0);

    /** An endpoint may have half of the memory if it is the only one. */
    @Test
    void requestWithoutMemoryForItsConnectionWaitsForAnother() throws Exception {
        UpstreamTransport limited = transport(UNLIMITED, 4 * BUFFER_BYTES);
        try (ScriptedPlatform platform = holding()) {
            List<CompletableFuture<String>> answers = begin(limited, platform, 5);
            await().atMost(LONG).until(() -> limited.waitingRequests() == 3);
            assertThat(limited.openConnections()).isEqualTo(2);

            permits.release(MANY);

            for (CompletableFuture<String> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("200 ok");
            }
            assertThat(limited.openConnections()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void endpointLeavesMemoryToAnother() throws Exception {
        UpstreamTransport limited = transport(UNLIMITED, 4 * BUFFER_BYTES);
        try (ScriptedPlatform slow = holding();
                ScriptedPlatform other = new ScriptedPlatform(request -> request.answer(bytes("other")))) {
            List<CompletableFuture<String>> waiting = begin(limited, slow, 5);
            await().atMost(LONG).until(() -> limited.waitingRequests() == 3);

            assertThat(call(limited, other.endpoint(), "GET", PlatformRequestBody.NONE))
                    .isEqualTo("200 other");

            permits.release(MANY);
            for (CompletableFuture<String> answer : waiting) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("200 ok");
            }
        }
    }

    @Test
    void closedConnectionReturnsItsMemory() throws Exception {
        UpstreamTransport limited = transport(UNLIMITED, 2 * BUFFER_BYTES);
        try (ScriptedPlatform closing = new ScriptedPlatform(request -> {
            request.answer(bytes("bye"));
            return false;
        })) {
            for (int i = 0; i < 5; i++) {
                // A connection that the platform closed in the meantime is replaced.
                assertThat(call(limited, closing.endpoint(), "GET", PlatformRequestBody.NONE))
                        .isEqualTo("200 bye");
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> limited.openConnections() == 0);
            assertThat(limited.buffers().memory().held()).isZero();
        }
    }

    private List<CompletableFuture<String>> begin(UpstreamTransport used, ScriptedPlatform platform, int count) {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(begin(used, platform.endpoint(), GREEDY, i % 2));
        }
        return answers;
    }

    /** A platform that answers a request only after a permit is released. */
    private ScriptedPlatform holding() throws IOException {
        return new ScriptedPlatform(request -> {
            permits.acquireUninterruptibly();
            return request.answer(bytes("ok"));
        });
    }
}
