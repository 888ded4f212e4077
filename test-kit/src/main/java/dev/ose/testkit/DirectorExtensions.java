package dev.ose.testkit;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The extension API of a {@link DirectorStandIn}: registers plug-ins, returns upload addresses, compares uploads with
 * the announced checksum, unpacks, and publishes. Rejects a second plug-in of the same name, vendor and version.
 *
 * <p>Its messages are those of published clients: go-vcloud-director, which drives it in the integration tests, the
 * Python programs of VMware's vcd-ext-samples and container UI plug-in, and build-tools-for-vmware-aria. A member that
 * none of them sends is rejected. The texts of errors are not known from any of them.
 */
public final class DirectorExtensions {

    private static final String PLACE = "/cloudapi/extensions/ui";
    private static final String JSON = "application/json";
    private static final Set<String> UPLOAD = Set.of("fileName", "size", "checksum", "checksumAlgo");
    private static final Set<String> METADATA = Set.of(
            "id",
            "pluginName",
            "vendor",
            "description",
            "version",
            "license",
            "link",
            "tenant_scoped",
            "provider_scoped",
            "enabled",
            "plugin_status");
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\"\\s*:\\s*(?:\"([^\"]*)\"|([\\w.]+))");

    private static final String ORGANISATION = "urn:vcloud:org:00000000-0000-0000-0000-000000000001";
    private static final String ORGANISATIONS = "[{\"name\":\"acme\",\"id\":\"" + ORGANISATION + "\"}]";

    private final Map<String, Plugin> plugins = new LinkedHashMap<>();
    /** Uploaded plug-ins; ready after the first GET. */
    private final Set<String> unpacking = new HashSet<>();

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger made = new AtomicInteger();
    private volatile byte[] received = {};
    private volatile String refused = "none";

    // As behind a load balancer: under a name that its callers need not know.
    private volatile String uploads = "https://cell-1.invalid/transfer/";

    /**
     * A plug-in as it stands there.
     *
     * @param published whether all organisations see it
     * @param upload as it was announced
     */
    public record Plugin(
            String id, Map<String, String> metadata, String status, boolean published, Map<String, String> upload) {

        private Plugin with(Map<String, String> next) {
            return new Plugin(id, next, status, published, upload);
        }

        private Plugin withStatus(String next) {
            return new Plugin(id, metadata, next, published, upload);
        }

        private Plugin withPublished(boolean next) {
            return new Plugin(id, metadata, status, next, upload);
        }

        private Plugin withUpload(Map<String, String> next) {
            return new Plugin(id, metadata, status, published, next);
        }

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

    /** The registered plug-ins. */
    public List<Plugin> plugins() {
        synchronized (plugins) {
            return List.copyOf(plugins.values());
        }
    }

    /** The zip that was uploaded last. */
    public byte[] received() {
        return received.clone();
    }

    /** Methods and paths of all requests, ids and transfers by their place. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** Lets requests of this shape, such as {@code PUT /transfer}, fail with 500 from now on. */
    public void refuse(String call) {
        refused = call;
    }

    /** Sets the prefix of upload addresses; the id of the plug-in follows it. */
    public void takeUploadsAt(String address) {
        uploads = address;
    }

    void answer(HttpExchange exchange, boolean isLoggedIn) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        String id = path.startsWith(PLACE + "/")
                ? path.substring(PLACE.length() + 1).replaceAll("/.*", "")
                : "";
        String shape = exchange.getRequestMethod() + " " + shape(path, id);
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

    /** Some published clients end the path of the list with a slash, some do not. */
    private static String shape(String path, String id) {
        if (path.startsWith("/transfer/")) {
            return "/transfer";
        }
        String rest = path.replace(PLACE, "");
        return rest.equals("/") ? "" : rest.replace("/" + id, id.isEmpty() ? "/" : "/ID");
    }

    private void perform(HttpExchange exchange, String shape, String id, byte[] body) throws IOException {
        String text = new String(body, StandardCharsets.UTF_8);
        @Nullable Plugin plugin = plugins.get(id);
        if (shape.equals("GET ")) {
            DirectorStandIn.send(exchange, 200, JSON, all());
        } else if (shape.equals("POST ")) {
            register(exchange, fields(text));
        } else if (plugin == null) {
            // Not 404: go-vcloud-director observed this status.
            DirectorStandIn.send(
                    exchange,
                    500,
                    JSON,
                    "{\"minorErrorCode\":\"INTERNAL_SERVER_ERROR\",\"message\":\"java.lang.NullPointerException\"}");
        } else {
            perform(exchange, shape, plugin, body);
        }
    }

    private void perform(HttpExchange exchange, String shape, Plugin plugin, byte[] body) throws IOException {
        switch (shape) {
            case "GET /ID" -> {
                DirectorStandIn.send(exchange, 200, JSON, plugin.json());
                if (unpacking.remove(plugin.id())) {
                    put(plugin.withStatus("ready"));
                }
            }
            case "PUT /ID" -> update(exchange, plugin, fields(new String(body, StandardCharsets.UTF_8)));
            case "DELETE /ID" -> {
                plugins.remove(plugin.id());
                DirectorStandIn.send(exchange, 204, JSON, "");
            }
            case "POST /ID/plugin" -> announce(exchange, plugin, fields(new String(body, StandardCharsets.UTF_8)));
            case "PUT /transfer" -> receive(exchange, plugin, body);
            case "GET /ID/tenants" ->
                DirectorStandIn.send(exchange, 200, JSON, page(plugin.published() ? ORGANISATIONS : "[]"));
            case "POST /ID/tenants/publish", "POST /ID/tenants/unpublish" ->
                publish(exchange, plugin, shape, new String(body, StandardCharsets.UTF_8));
            case "POST /ID/tenants/publishAll", "POST /ID/tenants/unpublishAll" -> {
                boolean isPublished = shape.endsWith("/publishAll");
                put(plugin.withPublished(isPublished));
                DirectorStandIn.send(exchange, 200, JSON, isPublished ? ORGANISATIONS : "[]");
            }
            default -> DirectorStandIn.send(exchange, 405, JSON, "{\"message\":\"" + shape + "\"}");
        }
    }

    /** All organisations, in one page. */
    void organisations(HttpExchange exchange, boolean isLoggedIn) throws IOException {
        DirectorStandIn.send(exchange, isLoggedIn ? 200 : 401, JSON, isLoggedIn ? page(ORGANISATIONS) : "");
    }

    private static String page(String values) {
        return "{\"resultTotal\":1,\"pageCount\":1,\"page\":1,\"pageSize\":25,\"values\":" + values + "}";
    }

    /** Only organisations that there are, by name and URN. */
    private void publish(HttpExchange exchange, Plugin plugin, String shape, String organisations) throws IOException {
        if (!organisations.contains("\"" + ORGANISATION + "\"") || !organisations.contains("\"acme\"")) {
            DirectorStandIn.send(exchange, 400, JSON, "{\"message\":\"Bad request: " + shape + "\"}");
            return;
        }
        put(plugin.withPublished(shape.endsWith("/publish")));
        DirectorStandIn.send(exchange, 200, JSON, shape.endsWith("/publish") ? ORGANISATIONS : "[]");
    }

    private void announce(HttpExchange exchange, Plugin plugin, Map<String, String> upload) throws IOException {
        if (!UPLOAD.containsAll(upload.keySet()) || !upload.containsKey("size")) {
            DirectorStandIn.send(exchange, 400, JSON, "{\"message\":\"Bad request: " + upload.keySet() + "\"}");
            return;
        }
        put(plugin.withUpload(upload));
        String link = "<" + uploads + plugin.id() + ">;rel=\"upload:default\";type=\"application/octet-stream\"";
        exchange.getResponseHeaders().add("Link", link);
        DirectorStandIn.send(exchange, 204, JSON, "");
    }

    private void update(HttpExchange exchange, Plugin plugin, Map<String, String> next) throws IOException {
        Map<String, String> metadata = new LinkedHashMap<>(plugin.metadata());
        // An absent flag means false.
        for (String flag : List.of("tenant_scoped", "provider_scoped", "enabled")) {
            metadata.put(flag, next.getOrDefault(flag, "false"));
        }
        put(plugin.with(metadata));
        DirectorStandIn.send(exchange, 200, JSON, plugin.with(metadata).json());
    }

    private void register(HttpExchange exchange, Map<String, String> metadata) throws IOException {
        if (!METADATA.containsAll(metadata.keySet())) {
            DirectorStandIn.send(exchange, 400, JSON, "{\"message\":\"Bad request: " + metadata.keySet() + "\"}");
            return;
        }
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
                && plugin.upload().getOrDefault("size", "").equals(Integer.toString(body.length))
                && plugin.upload().getOrDefault("checksumAlgo", "").equals("sha256")
                && holdsManifest(body);
        if (isAsAnnounced) {
            unpacking.add(plugin.id());
            received = body;
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
