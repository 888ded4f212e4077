package dev.ose.testkit;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The extension API of a {@link DirectorStandIn}: registers plug-ins, says where to upload, compares what comes with the
 * checksum that was announced, and publishes. Takes no two of one name, vendor and version.
 */
public final class DirectorExtensions {

    private static final String PLACE = "/cloudapi/extensions/ui";
    private static final String JSON = "application/json";
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":(?:\"([^\"]*)\"|([\\w.]+))");

    private final Map<String, Plugin> plugins = new LinkedHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger made = new AtomicInteger();
    private volatile String refused = "none";

    // As behind a load balancer: under a name that its callers need not know.
    private volatile String uploads = "https://cell-1.invalid/transfer/";

    /** A plug-in as it stands there. */
    public record Plugin(
            String id, Map<String, String> metadata, String status, boolean published, Map<String, String> upload) {

        private String json() {
            StringBuilder text = new StringBuilder("{\"id\":\"" + id + "\",\"plugin_status\":\"" + status + '"');
            metadata.forEach((name, value) -> text.append(",\"")
                    .append(name)
                    .append("\":")
                    .append(value.equals("true") || value.equals("false") ? value : '"' + value + '"'));
            return text.append('}').toString();
        }

        private String identity() {
            return metadata.get("vendor") + "/" + metadata.get("pluginName") + "/" + metadata.get("version");
        }
    }

    /** What is registered now. */
    public List<Plugin> plugins() {
        synchronized (plugins) {
            return List.copyOf(plugins.values());
        }
    }

    /** Methods and paths of all requests, ids and transfers by their place. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** From now on requests of this shape, such as {@code PUT /transfer}, fail with 500. */
    public void refuse(String call) {
        refused = call;
    }

    /** From now on bytes are to go to an address that begins so; the id of the plug-in follows. */
    public void takeUploadsAt(String address) {
        uploads = address;
    }

    void answer(HttpExchange exchange, boolean isLoggedIn) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        String id = path.startsWith(PLACE + "/")
                ? path.substring(PLACE.length() + 1).replaceAll("/.*", "")
                : "";
        String shape = exchange.getRequestMethod() + " "
                + (path.startsWith("/transfer/")
                        ? "/transfer"
                        : path.replace(PLACE, "").replace("/" + id, id.isEmpty() ? "/" : "/ID"));
        calls.add(shape);
        if (!path.startsWith(PLACE) && !path.startsWith("/transfer/")) {
            DirectorStandIn.send(exchange, 404, "text/html", "<html>not found</html>");
        } else if (!isLoggedIn) {
            DirectorStandIn.send(exchange, 401, JSON, "{\"message\":\"Unauthorized\"}");
        } else if (shape.equals(refused)) {
            DirectorStandIn.send(exchange, 500, JSON, "{\"message\":\"[ 1 ] Internal error.\"}");
        } else {
            synchronized (plugins) {
                perform(exchange, shape, path.startsWith("/transfer/") ? path.substring(10) : id, body);
            }
        }
    }

    private void perform(HttpExchange exchange, String shape, String id, byte[] body) throws IOException {
        String text = new String(body, StandardCharsets.UTF_8);
        @Nullable Plugin plugin = plugins.get(id);
        if (shape.equals("GET ")) {
            DirectorStandIn.send(exchange, 200, JSON, all());
        } else if (shape.equals("POST ")) {
            register(exchange, fields(text));
        } else if (plugin == null) {
            DirectorStandIn.send(exchange, 404, JSON, "{\"message\":\"No access to " + id + "\"}");
        } else {
            perform(exchange, shape, plugin, body);
        }
    }

    private void perform(HttpExchange exchange, String shape, Plugin plugin, byte[] body) throws IOException {
        switch (shape) {
            case "GET /ID" -> DirectorStandIn.send(exchange, 200, JSON, plugin.json());
            case "DELETE /ID" -> {
                plugins.remove(plugin.id());
                DirectorStandIn.send(exchange, 204, JSON, "");
            }
            case "POST /ID/plugin" -> {
                Map<String, String> upload = fields(new String(body, StandardCharsets.UTF_8));
                put(new Plugin(plugin.id(), plugin.metadata(), plugin.status(), plugin.published(), upload));
                exchange.getResponseHeaders()
                        .add(
                                "Link",
                                "<" + uploads + plugin.id()
                                        + ">;rel=\"upload:default\";type=\"application/octet-stream\"");
                DirectorStandIn.send(exchange, 204, JSON, "");
            }
            case "PUT /transfer" -> receive(exchange, plugin, body);
            case "POST /ID/tenants/publishAll" -> {
                put(new Plugin(plugin.id(), plugin.metadata(), plugin.status(), true, plugin.upload()));
                DirectorStandIn.send(exchange, 200, JSON, "[]");
            }
            default -> DirectorStandIn.send(exchange, 405, JSON, "{\"message\":\"" + shape + "\"}");
        }
    }

    private void register(HttpExchange exchange, Map<String, String> metadata) throws IOException {
        String id = "urn:vcloud:uiPlugin:" + made.incrementAndGet();
        Plugin plugin = new Plugin(id, metadata, "unavailable", false, Map.of());
        if (plugins.values().stream().anyMatch(it -> it.identity().equals(plugin.identity()))) {
            DirectorStandIn.send(exchange, 400, JSON, "{\"message\":\"The plug-in exists already.\"}");
            return;
        }
        put(plugin);
        DirectorStandIn.send(exchange, 201, JSON, plugin.json());
    }

    private void receive(HttpExchange exchange, Plugin plugin, byte[] body) throws IOException {
        boolean isAsAnnounced = plugin.upload().getOrDefault("checksum", "").equals(sha256(body))
                && plugin.upload().getOrDefault("fileSize", "").equals(Integer.toString(body.length))
                && plugin.upload().getOrDefault("checksumAlgo", "").equals("sha256")
                && holdsManifest(body);
        if (isAsAnnounced) {
            put(new Plugin(plugin.id(), plugin.metadata(), "ready", plugin.published(), plugin.upload()));
        }
        DirectorStandIn.send(exchange, isAsAnnounced ? 200 : 400, JSON, "");
    }

    private static boolean holdsManifest(byte[] body) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(body))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals("manifest.json")) {
                    return true;
                }
            }
            return false;
        }
    }

    private void put(Plugin plugin) {
        plugins.put(plugin.id(), plugin);
    }

    private String all() {
        List<String> texts = new ArrayList<>();
        plugins.values().forEach(it -> texts.add(it.json()));
        return "[" + String.join(",", texts) + "]";
    }

    private static Map<String, String> fields(String json) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(json);
        while (field.find()) {
            fields.put(field.group(1), field.group(2) == null ? field.group(3) : field.group(2));
        }
        return fields;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
