package dev.ose.server.platform.transport;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.server.transfer.PlatformResponse;
import io.undertow.server.DefaultByteBufferPool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

/** A transport on I/O threads of its own, and short forms of its calls. */
abstract class TransportFixture {

    static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    static final PlatformKey KEY = new PlatformKey("PLATFORMKEY", Secret.of("s3cr3t"));
    static final int BUFFER_BYTES = 16 * 1024;
    static final TenantId GREEDY = new TenantId(new UUID(0, 1));
    static final TenantId MODEST = new TenantId(new UUID(0, 2));
    static final Duration LONG = Duration.ofMinutes(1);
    static final Duration SHORT = Duration.ofMillis(800);
    static final UpstreamSettings PATIENT = settings(UpstreamSettings.Timeouts.all(LONG));
    /** Settings with short timeouts. */
    static final UpstreamSettings IMPATIENT = settings(new UpstreamSettings.Timeouts(LONG, SHORT, LONG, SHORT, LONG));

    /** Settings without repeated requests. */
    static final UpstreamSettings EAGER =
            settings(new UpstreamSettings.Timeouts(LONG, LONG, LONG, LONG, Duration.ZERO));

    XnioWorker worker;
    UpstreamTransport transport;

    @BeforeEach
    void startThreads() throws IOException {
        worker = Xnio.getInstance(getClass().getClassLoader())
                .createWorker(OptionMap.create(Options.WORKER_IO_THREADS, 2));
        transport = transport(PATIENT);
    }

    @AfterEach
    void stopThreads() {
        worker.shutdownNow();
    }

    /** Two connections, for which four requests may wait. */
    static UpstreamSettings settings(UpstreamSettings.Timeouts timeouts) {
        return new UpstreamSettings(new UpstreamSettings.Pool(2, 2, 4, LONG, LONG, LONG), timeouts);
    }

    static UpstreamTransport transport(UpstreamSettings settings) {
        return transport(settings, Long.MAX_VALUE);
    }

    /** @param memoryBytes of all connections */
    static UpstreamTransport transport(UpstreamSettings settings, long memoryBytes) {
        DefaultByteBufferPool pool = new DefaultByteBufferPool(true, BUFFER_BYTES);
        return new UpstreamTransport(
                settings, new TransportBuffers(pool, pool, new FairBudget(memoryBytes)), Clock.systemUTC());
    }

    String call(ScriptedPlatform platform, String method, PlatformRequestBody body) throws Exception {
        return call(transport, platform.endpoint(), method, body);
    }

    String call(UpstreamTransport used, URI endpoint, String method, PlatformRequestBody body) throws Exception {
        return begin(used, endpoint, method, body, 0).get(60, TimeUnit.SECONDS);
    }

    CompletableFuture<String> begin(UpstreamTransport used, URI endpoint, TenantId tenant, int thread) {
        return begin(used, request(endpoint, KEY, tenant, "GET", PlatformRequestBody.NONE, tenant.toString()), thread);
    }

    CompletableFuture<String> begin(
            UpstreamTransport used, URI endpoint, String method, PlatformRequestBody body, int thread) {
        return begin(used, request(endpoint, KEY, GREEDY, method, body, "1"), thread);
    }

    CompletableFuture<String> begin(UpstreamTransport used, PlatformRequest request, int thread) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        ioThread(thread).execute(() -> used.send(request, new Collector(outcome)));
        return outcome;
    }

    static PlatformRequest request(
            URI endpoint,
            @Nullable PlatformKey key,
            TenantId tenant,
            String method,
            PlatformRequestBody body,
            String metadata) {
        return new PlatformRequest(
                new PlatformRequest.Sender(
                        new Platform(new PlatformId(1), "p", endpoint, "us-east-1", Set.of(), Set.of()), tenant, key),
                new PlatformRequest.Head(
                        method, "/b/k", "versionId=v", List.of(new HeaderField("x-amz-meta-a", metadata))),
                new PlatformRequest.Content(method.equals("GET") ? EMPTY : "UNSIGNED-PAYLOAD", body),
                "Operation",
                false);
    }

    XnioIoThread ioThread(int number) {
        XnioIoThread candidate = worker.getIoThread();
        while (candidate.getNumber() % 2 != number) {
            candidate = worker.getIoThread();
        }
        return candidate;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Summarises an exchange as text: status and body, or the failure. */
    record Collector(CompletableFuture<String> outcome) implements PlatformListener {

        @Override
        public void responded(PlatformResponse response) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            Runnable read = () -> {
                @Nullable String end = readAll(response, body);
                if (end != null) {
                    outcome.complete(response.status() + " " + end);
                }
            };
            response.body().onReadable(read);
            read.run();
        }

        private static @Nullable String readAll(PlatformResponse response, ByteArrayOutputStream body) {
            ByteBuffer buffer = ByteBuffer.allocate(1000);
            try {
                for (int n = response.body().read(buffer);
                        n != 0;
                        n = response.body().read(buffer.clear())) {
                    if (n < 0) {
                        return body.toString(StandardCharsets.US_ASCII);
                    }
                    body.write(buffer.array(), 0, n);
                }
                response.body().resumeReads();
                return null;
            } catch (IOException e) {
                return "broke";
            }
        }

        @Override
        public void failed(Failure failure) {
            outcome.complete(failure.getClass().getSimpleName());
        }

        @Override
        public void bodyFailed(IOException cause) {
            outcome.complete("body failed");
        }
    }
}
