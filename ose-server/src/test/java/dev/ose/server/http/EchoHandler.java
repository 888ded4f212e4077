package dev.ose.server.http;

import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.BodySource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A handler for tests, steered by the path: {@code /refuse} answers 403 without reading, {@code /stream?n} sends n
 * bytes, {@code /chunks?n} sends them without a length, {@code /silent} never answers, everything else reads the body
 * and answers with its length.
 */
final class EchoHandler implements ClientRequestHandler {

    final AtomicInteger handled = new AtomicInteger();
    final AtomicInteger failedReads = new AtomicInteger();
    private final Semaphore ended = new Semaphore(0);
    private final BlockingQueue<ClientExchange> silent = new LinkedBlockingQueue<>();
    final AtomicLong bodyBytes = new AtomicLong();

    @Override
    public void handle(ClientExchange exchange) {
        handled.incrementAndGet();
        exchange.onEnd(ended::release);
        switch (exchange.rawPath()) {
            case "/refuse" -> exchange.respond(403, bytes("<Error>refused</Error>"));
            case "/silent" -> silent.add(exchange);
            case "/torn" -> tear(exchange, exchange.rawQuery().equals("length") ? 1000 : -1);
            case "/header" -> {
                exchange.setResponseHeader("x-amz-meta-a", "a\r\nb: c");
                exchange.respond(200, bytes("never"));
            }
            case "/bug" -> throw new IllegalStateException("meant to happen");
            case "/empty" -> {
                if (exchange.method().equals("HEAD")) {
                    exchange.setResponseHeader("Content-Length", "123");
                }
                exchange.respondEmpty(Integer.parseInt(exchange.rawQuery()));
            }
            case "/none" -> exchange.respondEmpty(200);
            case "/blocking" ->
                exchange.executeBlocking(
                        "anybody",
                        () -> exchange.executeOnIoThread(() -> exchange.respond(200, bytes("virtual"))),
                        () -> {});
            case "/stream" -> stream(exchange, Long.parseLong(exchange.rawQuery()), true);
            case "/chunks" -> stream(exchange, Long.parseLong(exchange.rawQuery()), false);
            default -> swallow(exchange);
        }
    }

    /** Waits until that many exchanges have ended. */
    boolean awaitEnded(int exchanges) {
        try {
            return ended.tryAcquire(exchanges, 10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The number of ended exchanges, except those already waited for. */
    int ended() {
        return ended.availablePermits();
    }

    /** Waits for an exchange left without an answer. */
    ClientExchange awaitSilent() throws InterruptedException {
        return Objects.requireNonNull(silent.poll(60, TimeUnit.SECONDS));
    }

    private static void tear(ClientExchange exchange, long length) {
        BodySink sink = exchange.respondStreaming(200, length);
        try {
            sink.write(ByteBuffer.wrap(bytes("half of it")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sink.abort();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private void swallow(ClientExchange exchange) {
        BodySource body = exchange.requestBody();
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
        long[] total = new long[1];
        body.onReadable(() -> {
            try {
                int bytes = body.read(buffer.clear());
                if (bytes < 0) {
                    body.suspendReads();
                    exchange.respond(200, bytes(exchange.method() + " " + exchange.rawPath() + " " + total[0]));
                } else {
                    total[0] += bytes;
                    bodyBytes.addAndGet(bytes);
                }
            } catch (IOException e) {
                failedReads.incrementAndGet();
                body.suspendReads();
                exchange.abort();
            }
        });
        body.resumeReads();
    }

    private static void stream(ClientExchange exchange, long length, boolean declared) {
        BodySink sink = exchange.respondStreaming(200, declared ? length : -1);
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
        long[] left = {length};
        sink.onWritable(() -> {
            try {
                if (left[0] > 0) {
                    buffer.clear().limit((int) Math.min(buffer.capacity(), left[0]));
                    left[0] -= sink.write(buffer);
                } else if (sink.finish()) {
                    sink.suspendWrites();
                }
            } catch (IOException e) {
                sink.abort();
            }
        });
        sink.resumeWrites();
    }
}
