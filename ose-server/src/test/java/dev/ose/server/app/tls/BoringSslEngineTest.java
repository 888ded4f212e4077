package dev.ose.server.app.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.config.NodeOptions.TlsLibrary;
import dev.ose.testkit.TestCertificate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

@Timeout(60)
class BoringSslEngineTest {

    /** More than a record and its header. */
    private static final int WIRE_BYTES = 1 << 17;

    /** More than a handshake and the tickets after it take. */
    private static final int MAX_STEPS = 30;

    private static final int RECORD_BYTES = 1 << 14;

    private XnioWorker worker;
    private SSLEngine server;
    private SSLEngine client;

    @BeforeEach
    void connect() throws Exception {
        worker = Xnio.getInstance(getClass().getClassLoader())
                .createWorker(OptionMap.create(Options.WORKER_IO_THREADS, 1));
        TestCertificate certificate = TestCertificate.make("server");
        server =
                new TlsProvider(TlsLibrary.BORINGSSL).server(certificate.keys()).createSSLEngine();
        server.setUseClientMode(false);
        client = new TlsProvider(TlsLibrary.JAVA).client(certificate.trust()).createSSLEngine("localhost", 443);
        client.setUseClientMode(true);
        shakeHands();
        // The first record comes behind the tickets of the session.
        assertThat(received(wrapAll(new ByteBuffer[] {text("first")}))).isEqualTo("first");
    }

    @AfterEach
    void stop() {
        worker.shutdownNow();
    }

    @Test
    void headAndBodyBecomeOneRecord() throws Exception {
        ByteBuffer[] sources = {text("head"), text(""), text(" and body")};

        ByteBuffer wire = onIoThread(() -> wrapAll(sources));

        assertThat(recordsOf(wire)).isEqualTo(1);
        assertThat(received(wire)).isEqualTo("head and body");
    }

    @Test
    void moreThanARecordArrivesInOrder() throws Exception {
        String first = "a".repeat(RECORD_BYTES - 1);
        String second = "b".repeat(RECORD_BYTES + 7);
        ByteBuffer[] sources = {text("-"), text(first), text(second), text("c")};

        ByteBuffer wire = onIoThread(() -> wrapAll(sources));

        assertThat(received(wire)).isEqualTo("-" + first + second + "c");
    }

    /** Such as of a blocking write. */
    @Test
    void otherThreadSendsTheSameBytes() throws Exception {
        ByteBuffer wire = wrapAll(new ByteBuffer[] {text("head"), text(" and body")});

        assertThat(received(wire)).isEqualTo("head and body");
    }

    @Test
    void nothingIsConsumedWithoutRoomForARecord() throws Exception {
        ByteBuffer[] sources = {text("head"), text("b".repeat(1_000))};

        SSLEngineResult result = onIoThread(() -> server.wrap(sources, 0, 2, ByteBuffer.allocateDirect(100)));

        assertThat(result.getStatus()).isEqualTo(Status.BUFFER_OVERFLOW);
        assertThat(sources[0].remaining()).isEqualTo(4);
        assertThat(sources[1].remaining()).isEqualTo(1_000);
        assertThat(received(onIoThread(() -> wrapAll(sources)))).isEqualTo("head" + "b".repeat(1_000));
    }

    /** An engine whose native memory is freed answers like any closed one. */
    @Test
    void closedEngineSaysSo() throws Exception {
        server.closeOutbound();
        ByteBuffer wire = ByteBuffer.allocateDirect(WIRE_BYTES);
        server.wrap(text(""), wire);
        client.unwrap(wire.flip(), ByteBuffer.allocate(WIRE_BYTES));
        client.closeOutbound();
        ByteBuffer farewell = ByteBuffer.allocate(WIRE_BYTES);
        client.wrap(text(""), farewell);
        server.unwrap(direct(farewell.flip()), ByteBuffer.allocateDirect(WIRE_BYTES));
        server.closeInbound();

        assertThat(server.wrap(text("late"), wire.clear()).getStatus()).isEqualTo(Status.CLOSED);
        assertThat(server.unwrap(text("late"), wire).getStatus()).isEqualTo(Status.CLOSED);
    }

    private ByteBuffer wrapAll(ByteBuffer[] sources) throws SSLException {
        ByteBuffer wire = ByteBuffer.allocateDirect(WIRE_BYTES);
        while (remaining(sources) > 0) {
            SSLEngineResult result = server.wrap(sources, 0, sources.length, wire);
            assertThat(result.getStatus()).isEqualTo(Status.OK);
            assertThat(result.bytesConsumed()).isPositive();
        }
        return wire.flip();
    }

    private static int remaining(ByteBuffer[] sources) {
        int bytes = 0;
        for (ByteBuffer source : sources) {
            bytes += source.remaining();
        }
        return bytes;
    }

    /** A record is its type, its version and the length of what follows (RFC 8446, section 5.1). */
    private static int recordsOf(ByteBuffer wire) {
        int records = 0;
        for (int at = 0; at < wire.limit(); at += 5 + Short.toUnsignedInt(wire.getShort(at + 3))) {
            records++;
        }
        return records;
    }

    private String received(ByteBuffer wire) throws SSLException {
        ByteBuffer plain = ByteBuffer.allocate(WIRE_BYTES);
        while (wire.hasRemaining()) {
            assertThat(client.unwrap(wire, plain).bytesConsumed()).isPositive();
        }
        return StandardCharsets.US_ASCII.decode(plain.flip()).toString();
    }

    private <T> T onIoThread(Callable<T> work) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        worker.getIoThread().execute(() -> {
            try {
                result.complete(work.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(60, TimeUnit.SECONDS);
    }

    private void shakeHands() throws SSLException {
        ByteBuffer toServer = ByteBuffer.allocateDirect(WIRE_BYTES);
        ByteBuffer toClient = ByteBuffer.allocateDirect(WIRE_BYTES);
        client.beginHandshake();
        server.beginHandshake();
        for (int i = 0; i < MAX_STEPS; i++) {
            step(client, toClient, toServer);
            step(server, toServer, toClient);
        }
        assertThat(client.getHandshakeStatus()).isEqualTo(HandshakeStatus.NOT_HANDSHAKING);
        assertThat(server.getHandshakeStatus()).isEqualTo(HandshakeStatus.NOT_HANDSHAKING);
    }

    private static void step(SSLEngine engine, ByteBuffer from, ByteBuffer to) throws SSLException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> Objects.requireNonNull(engine.getDelegatedTask()).run();
            case NEED_WRAP -> engine.wrap(text(""), to);
            default -> {
                engine.unwrap(from.flip(), ByteBuffer.allocateDirect(WIRE_BYTES));
                from.compact();
            }
        }
    }

    private static ByteBuffer text(String text) {
        return direct(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static ByteBuffer direct(ByteBuffer bytes) {
        return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
    }
}
