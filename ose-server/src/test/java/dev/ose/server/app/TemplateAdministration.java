package dev.ose.server.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The administration that the template's adapter expects, on top of a real platform. */
final class TemplateAdministration implements AutoCloseable {

    static final String TOKEN = "the-token";

    private final StoragePlatform platform;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    TemplateAdministration(StoragePlatform platform) throws IOException {
        this.platform = platform;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        Optional<?> answer =
                ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))
                        ? answer(exchange)
                        : Optional.empty();
        byte[] body = JsonMapper.shared().writeValueAsBytes(answer.isPresent() ? answer.get() : Map.of());
        exchange.sendResponseHeaders(answer.isPresent() ? 200 : 404, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Optional<?> answer(HttpExchange exchange) throws IOException {
        List<String> path = Arrays.stream(
                        exchange.getRequestURI().getRawPath().substring(1).split("/"))
                .map(it -> URLDecoder.decode(it, StandardCharsets.UTF_8))
                .toList();
        byte[] body = exchange.getRequestBody().readAllBytes();
        JsonNode document =
                JsonMapper.shared().readTree(body.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : body);
        return switch (path.getFirst()) {
            case "status" -> Optional.of(Map.of());
            case "tenants" ->
                tenants(exchange.getRequestMethod(), path, document.path("name").asString(""));
            case "users" -> users(exchange.getRequestMethod(), path, document);
            default -> Optional.empty();
        };
    }

    private Optional<?> tenants(String method, List<String> path, String name) {
        String id = path.get(1);
        if (path.size() == 4) {
            return Optional.of(view(platform.createUser(new UserRequest(new PlatformTenantId(id), path.get(3), name))));
        }
        return switch (method) {
            case "PUT" -> Optional.of(view(platform.createTenant(new TenantRequest(id, name))));
            case "GET" -> platform.findTenant(new PlatformTenantId(id)).map(TemplateAdministration::view);
            default -> {
                platform.deleteTenant(new PlatformTenantId(id));
                yield Optional.of(Map.of());
            }
        };
    }

    private Optional<?> users(String method, List<String> path, JsonNode document) {
        PlatformUserId user = new PlatformUserId(path.get(1));
        return switch (method + path.size()) {
            case "GET2" -> platform.findUser(user).map(TemplateAdministration::view);
            case "GET3" ->
                Optional.of(Map.of(
                        "keys",
                        platform.listKeys(user).stream()
                                .map(TemplateAdministration::view)
                                .toList()));
            case "POST3" -> Optional.of(view(platform.createKey(user)));
            case "PUT3" ->
                done(() -> platform.setUserActive(user, document.path("active").asBoolean()));
            case "DELETE4" -> done(() -> platform.deleteKey(user, path.get(3)));
            default -> done(() -> platform.deleteUser(user));
        };
    }

    private static Optional<?> done(Runnable change) {
        change.run();
        return Optional.of(Map.of());
    }

    private static Map<String, Object> view(PlatformTenant tenant) {
        return Map.of("id", tenant.id().value(), "name", tenant.name());
    }

    private static Map<String, Object> view(PlatformUser user) {
        return Map.of(
                "id", user.id().value(),
                "tenant", user.tenant().value(),
                "canonical_id", user.canonicalId(),
                "name", user.name(),
                "active", user.active());
    }

    private static Map<String, Object> view(PlatformKey key) {
        return Map.of(
                "access_key", key.accessKey(),
                "secret_key", key.secretKey().use(bytes -> new String(bytes, StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
        platform.close();
    }
}
