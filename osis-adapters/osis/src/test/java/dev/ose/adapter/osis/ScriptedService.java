package dev.ose.adapter.osis;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A service on loopback that answers by a script and records requests: for forms that OSE's own service never sends.
 */
final class ScriptedService implements AutoCloseable {

    private final HttpServer server;
    private final ConcurrentLinkedQueue<Asked> asked = new ConcurrentLinkedQueue<>();

    /**
     * A request.
     *
     * @param line method, path and query, decoded
     */
    record Asked(String line, @Nullable String authorization, String body) {

        boolean begins(String text) {
            return line.startsWith(text);
        }
    }

    /** An answer. */
    record Said(int status, String body) {

        static Said ok(String body) {
            return new Said(200, body);
        }
    }

    private ScriptedService(HttpServer server) {
        this.server = server;
    }

    static ScriptedService start(Function<Asked, Said> script) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            ScriptedService service = new ScriptedService(server);
            server.createContext("/", exchange -> service.answer(exchange, script));
            server.start();
            return service;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answer(HttpExchange exchange, Function<Asked, Said> script) throws IOException {
        try (exchange) {
            Asked request = new Asked(
                    exchange.getRequestMethod()
                            + ' '
                            + URLDecoder.decode(exchange.getRequestURI().toString(), StandardCharsets.UTF_8),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            asked.add(request);
            Said said = script.apply(request);
            byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(said.status(), body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The requests so far, in their order. */
    List<Asked> asked() {
        return List.copyOf(asked);
    }

    List<String> lines() {
        return asked.stream().map(Asked::line).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
