package dev.ose.it;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A relay between a node and its platform's administration that runs an action after the platform has performed a
 * request and before the node receives the answer.
 */
final class AdminRelay implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final URI platform;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger callsLeft = new AtomicInteger();
    private volatile @Nullable Runnable event;

    AdminRelay(URI platform) {
        this.platform = platform;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::relay);
        server.start();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Has it happen behind the platform's answer to the call of that number, counted from now and from 1. */
    void behindCall(int number, Runnable happening) {
        event = happening;
        callsLeft.set(number);
    }

    /** Whether what was to happen has not. */
    boolean isStillWaiting() {
        return callsLeft.getAndSet(0) > 0;
    }

    private void relay(HttpExchange exchange) throws IOException {
        try (exchange) {
            HttpResponse<byte[]> answer = ask(exchange);
            Runnable happening = event;
            if (callsLeft.getAndUpdate(left -> Math.max(0, left - 1)) == 1 && happening != null) {
                happening.run();
            }
            List<String> type = answer.headers().allValues("content-type");
            if (!type.isEmpty()) {
                exchange.getResponseHeaders().set("Content-Type", type.getFirst());
            }
            int length = answer.body().length;
            exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
            exchange.getResponseBody().write(answer.body());
        }
    }

    private HttpResponse<byte[]> ask(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        platform.resolve(exchange.getRequestURI().toString()))
                .timeout(TIMEOUT)
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        for (String name : List.of("Authorization", "Content-Type", "Accept")) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
        client.close();
    }
}
