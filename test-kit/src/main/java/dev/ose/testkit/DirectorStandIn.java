package dev.ose.testkit;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Answers like VMware Cloud Director, over HTTPS with a self-signed certificate: versions, logins, sessions and the
 * rights of roles. The integration tests verify it with go-vcloud-director, VMware's own client;
 * docs/reference/unverified.md lists what is not verified.
 */
public final class DirectorStandIn implements AutoCloseable {

    /** An administrator of the provider, in the System organisation. */
    public static final String USER = "administrator@system";

    public static final String SECRET = "Provider-1!";

    /** The header with tokens of the older API. */
    private static final String LEGACY = "x-vcloud-authorization";

    private static final List<String> SPOKEN = List.of("36.3", "37.0", "37.3", "38.1", "39.1", "9.0");

    private final HttpsServer server;
    private final TestCertificate certificate;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final DirectorAccounts accounts = new DirectorAccounts();
    private final DirectorSessions sessions = new DirectorSessions(accounts);
    private final DirectorExtensions extensions = new DirectorExtensions();
    private final AtomicInteger logins = new AtomicInteger();
    private volatile Mood mood = Mood.WELL;

    /** The behaviour of its answers. */
    public enum Mood {
        /** Normal. */
        WELL,
        /** Not started yet. */
        STARTING,
        /** An unrelated web site. */
        OTHER_SITE,
        /** The provider's login is closed to this caller. */
        CLOSED,
        /** Logins fail with an error. */
        BROKEN,
        /** Connections break before an answer. */
        AWAY,
        /** It takes no more requests for 7 seconds. */
        BUSY
    }

    private DirectorStandIn(TestCertificate certificate) throws IOException, GeneralSecurityException {
        this.certificate = certificate;
        this.server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificate.server()));
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Starts on a free port with this certificate, which instances may share: creating one starts a process. */
    public static DirectorStandIn start(TestCertificate certificate) throws IOException, GeneralSecurityException {
        return new DirectorStandIn(certificate);
    }

    public URI url() {
        return URI.create("https://localhost:" + server.getAddress().getPort());
    }

    public TestCertificate certificate() {
        return certificate;
    }

    public void be(Mood next) {
        mood = next;
    }

    /** The number of open sessions. */
    public int sessions() {
        return accounts.sessions();
    }

    /** Its organisations, users and roles. */
    public DirectorAccounts accounts() {
        return accounts;
    }

    /** What is asked about tokens and roles. */
    public DirectorSessions asked() {
        return sessions;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (mood == Mood.BUSY) {
                exchange.getResponseHeaders().add("Retry-After", "7");
                send(exchange, 503, "application/json", "{\"message\":\"Too many requests.\"}");
            } else if (mood != Mood.AWAY) {
                perform(exchange);
            }
        }
    }

    private void perform(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Optional<UUID> role = DirectorSessions.roleOf(path);
        String call = exchange.getRequestMethod() + " " + (role.isPresent() ? "rights" : path);
        switch (call) {
            case "GET /api/versions" -> versions(exchange);
            case "POST /cloudapi/1.0.0/sessions/provider" -> login(exchange);
            case "POST /api/sessions" -> legacyLogin(exchange);
            case "GET /cloudapi/1.0.0/sessions/current" -> {
                if (speaks(exchange)) {
                    sessions.show(exchange, bearer(exchange));
                }
            }
            case "GET rights" -> {
                if (speaks(exchange)) {
                    sessions.rights(exchange, bearer(exchange), role.orElseThrow());
                }
            }
            case "DELETE /cloudapi/1.0.0/sessions/current" -> logout(exchange);
            case "GET /cloudapi/1.0.0/orgs" -> {
                if (speaks(exchange)) {
                    extensions.organisations(exchange, bearer(exchange).isPresent());
                }
            }
            default -> extensions.answer(exchange, bearer(exchange).isPresent());
        }
    }

    /** Whether the version that is asked for is spoken here; refuses it otherwise. */
    private static boolean speaks(HttpExchange exchange) throws IOException {
        boolean isSpoken = isSpoken(exchange.getRequestHeaders().getFirst("Accept"));
        if (!isSpoken) {
            send(exchange, 406, "application/json", "{\"message\":\"The version is not supported.\"}");
        }
        return isSpoken;
    }

    private void versions(HttpExchange exchange) throws IOException {
        switch (mood) {
            case STARTING -> send(exchange, 503, "text/html", "<html>starting</html>");
            case OTHER_SITE -> send(exchange, 200, "text/html", "<html>hello</html>");
            case WELL, CLOSED, BROKEN, AWAY, BUSY ->
                send(exchange, 200, "application/vnd.vmware.vcloud+xml", supportedVersions());
        }
    }

    private String supportedVersions() {
        StringBuilder xml = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <SupportedVersions xmlns="http://www.vmware.com/vcloud/versions">
                """);
        for (String version : SPOKEN) {
            xml.append("""
                      <VersionInfo deprecated="%s">
                        <Version>%s</Version>
                        <LoginUrl>%s/cloudapi/1.0.0/sessions</LoginUrl>
                        <ProviderLoginUrl>%3$s/cloudapi/1.0.0/sessions/provider</ProviderLoginUrl>
                      </VersionInfo>
                    """.formatted(version.startsWith("36."), version, url()));
        }
        // What is not released yet has an element of its own; it is no version to speak.
        return xml.append("""
                  <AlphaVersion deprecated="false">
                    <Version>40.0.0-alpha-1700000000</Version>
                    <LoginUrl>%s/cloudapi/1.0.0/sessions</LoginUrl>
                  </AlphaVersion>
                </SupportedVersions>
                """.formatted(url())).toString();
    }

    private void login(HttpExchange exchange) throws IOException {
        Headers asked = exchange.getRequestHeaders();
        if (!speaks(exchange)) {
            return;
        }
        if (mood == Mood.CLOSED) {
            send(exchange, 403, "application/json", "{\"message\":\"Access denied.\"}");
        } else if (mood == Mood.BROKEN) {
            send(exchange, 500, "application/json", "{\"message\":\"Internal error.\"}");
        } else if (isAdministrator(asked.getFirst("Authorization"))) {
            // As long as a real one: go-vcloud-director chooses the header by the length.
            String session = "session-" + logins.incrementAndGet() + "-" + "x".repeat(600);
            accounts.open(session);
            exchange.getResponseHeaders().add("X-VMWARE-VCLOUD-ACCESS-TOKEN", session);
            exchange.getResponseHeaders().add("X-VMWARE-VCLOUD-TOKEN-TYPE", "Bearer");
            send(exchange, 200, "application/json", DirectorSessions.session(accounts.administrator()));
        } else {
            send(exchange, 401, "application/json", "{\"message\":\"Unauthorized\"}");
        }
    }

    /** OSE's client accepts JSON, go-vcloud-director anything. */
    private static boolean isSpoken(@Nullable String accept) {
        return SPOKEN.stream()
                .anyMatch(version -> ("application/json;version=" + version).equals(accept)
                        || ("application/*;version=" + version).equals(accept));
    }

    /** Names of organisations are case-insensitive. */
    private static boolean isAdministrator(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith("Basic ")) {
            return false;
        }
        String pair = pair(authorization);
        int colon = pair.indexOf(':');
        return colon > 0
                && pair.substring(0, colon).equalsIgnoreCase(USER)
                && pair.substring(colon + 1).equals(SECRET);
    }

    private static String pair(String authorization) {
        return new String(Base64.getDecoder().decode(authorization.substring(6)), StandardCharsets.UTF_8);
    }

    /** The login of the older API, whose clients name versions that it has no more: any is taken. */
    private void legacyLogin(HttpExchange exchange) throws IOException {
        @Nullable String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        Optional<DirectorAccounts.User> user = authorization == null || !authorization.startsWith("Basic ")
                ? Optional.empty()
                : accounts.login(pair(authorization));
        if (user.isEmpty()) {
            send(exchange, 401, "application/vnd.vmware.vcloud.error+xml", "<Error majorErrorCode=\"401\"/>");
            return;
        }
        exchange.getResponseHeaders().add(LEGACY, accounts.legacyToken(user.get()));
        exchange.getResponseHeaders().add("X-VMWARE-VCLOUD-ACCESS-TOKEN", accounts.token(user.get()));
        exchange.getResponseHeaders().add("X-VMWARE-VCLOUD-TOKEN-TYPE", "Bearer");
        DirectorAccounts.Organisation organisation = user.get().organisation();
        send(exchange, 200, "application/vnd.vmware.vcloud.session+xml", """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <Session xmlns="http://www.vmware.com/vcloud/v1.5" org="%s" user="%s" userId="urn:vcloud:user:%s">
                  <AuthorizedLocations><Location>
                    <LocationId>%s@%s</LocationId><LocationName>vcd</LocationName><OrgName>%1$s</OrgName>
                    <RestApiEndpoint>%s</RestApiEndpoint><AuthContext>%1$s</AuthContext>
                  </Location></AuthorizedLocations>
                </Session>
                """.formatted(
                organisation.name(), user.get().name(), user.get().id(), organisation.id(), new UUID(0, 3), url()));
    }

    private void logout(HttpExchange exchange) throws IOException {
        boolean isKnown = accounts.close(token(exchange));
        send(exchange, isKnown ? 204 : 401, "application/json", "");
    }

    private Optional<DirectorAccounts.User> bearer(HttpExchange exchange) {
        @Nullable String legacy = exchange.getRequestHeaders().getFirst(LEGACY);
        return legacy == null ? accounts.bearer(token(exchange)) : accounts.legacyBearer(legacy);
    }

    private static String token(HttpExchange exchange) {
        @Nullable String shown = exchange.getRequestHeaders().getFirst("Authorization");
        return shown != null && shown.regionMatches(true, 0, "Bearer ", 0, 7) ? shown.substring(7) : "";
    }

    /** The plug-ins of its portal. */
    public DirectorExtensions extensions() {
        return extensions;
    }

    static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
