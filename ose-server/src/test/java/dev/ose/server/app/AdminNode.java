package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.control.LaunchTicket;
import dev.ose.keyring.Keyring;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.server.access.AccountThrottle;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.admin.login.FirstAdmin;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.app.boot.Foundation;
import dev.ose.server.app.boot.KeeperLink;
import dev.ose.server.app.config.NodeContext;
import dev.ose.server.app.servlet.HealthAnswers;
import dev.ose.server.database.Database;
import dev.ose.server.database.DatabaseSettings;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.NodeState;
import dev.ose.server.runtime.lifecycle.Pulse;
import dev.ose.server.runtime.telemetry.OperatorLog;
import dev.ose.testkit.SteppedClock;
import dev.ose.testkit.TestDatabase;
import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The admin API of a node on a platform that accepts every request, and a client for it. */
@StartsServer
final class AdminNode implements AutoCloseable {

    /** A thousandth of the real cost: the tests hash hundreds of passwords. */
    private static final PasswordEncoder CHEAP = new Argon2PasswordEncoder(16, 32, 1, 64, 1);

    private static final String SOME_ID = "00000000-0000-0000-0000-000000000000";

    private final HttpClient client = HttpClient.newHttpClient();
    private final NodeContext context;
    private final DataDirectory directory;
    private final Database database;
    private final String adminLogin;
    private final LaunchTicket launch;

    private AdminNode(
            NodeContext context, DataDirectory directory, Database database, String adminLogin, LaunchTicket launch) {
        this.context = context;
        this.directory = directory;
        this.database = database;
        this.adminLogin = adminLogin;
        this.launch = launch;
    }

    /** A bean of the node. */
    <T> T bean(Class<T> type) {
        return context.bean(type);
    }

    /** A check of logins like the node's, without earlier failures, and with a clock that stands. */
    LoginCheck newLoginCheck() {
        return new LoginCheck(
                () -> bean(AccountStore.class),
                () -> bean(KnownDevices.class),
                new Passwords(CHEAP),
                new AccountThrottle(new SteppedClock(Instant.EPOCH)),
                new SecureRandom());
    }

    /** Creates all other beans: listeners of S3 and background work. */
    AdminNode startAll() {
        context.startAll();
        return this;
    }

    /** Starts a node with further options. */
    static AdminNode start(TestDatabase target, Path folder, String... options) throws IOException {
        return start(target, folder, new MemoryPlatform(), options);
    }

    /** Starts a node on another platform. */
    static AdminNode start(TestDatabase target, Path folder, StoragePlatform platform, String... options)
            throws IOException {
        LaunchTicket launch = LaunchTicket.fresh(new SecureRandom());
        launch.write(folder);
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--oss.keeper.directory=" + folder));
        arguments.addAll(List.of(options));
        Configuration configuration = ConfigurationLoader.load(arguments, Map.of());
        Database database = open(target);
        Supplier<Foundation> foundation = () ->
                new Foundation(Keyring.open(folder.resolve("keyring.json")), database, Map.of(Platform.MAIN, platform));
        Pulse pulse = new Pulse(System::nanoTime);
        DataDirectory directory = DataDirectory.open(folder.resolve("data"));
        NodeContext context = NodeContext.open(
                configuration,
                Map.of(
                        "configuration",
                        configuration,
                        "nodeState",
                        new NodeState(),
                        "pulse",
                        pulse,
                        "keeperLink",
                        KeeperLink.open(configuration, pulse),
                        "clock",
                        Clock.systemUTC(),
                        "passwords",
                        new Passwords(CHEAP),
                        "dataDirectory",
                        directory,
                        "operatorEvents",
                        new OperatorLog(),
                        "foundation",
                        foundation));
        // Only the beans that requests need are created: no background work, no S3 listeners.
        context.bean(FirstAdmin.class);
        String word = Files.readString(directory.resolve(FirstAdmin.FILE)).strip();
        return new AdminNode(context, directory, database, basic("admin", word), launch);
    }

    private static Database open(TestDatabase target) {
        EmbeddedPostgres server = target.server();
        return new Database(DatabaseSettings.of(
                target.jdbcUrl(), server.user(), server.withPassword(word -> Secret.of(CharBuffer.wrap(word)))));
    }

    @Override
    public void close() throws IOException {
        client.close();
        context.close();
        database.close();
        directory.close();
    }

    /** The launch ticket of the node's keeper. */
    LaunchTicket launch() {
        return launch;
    }

    Database database() {
        return database;
    }

    int port() {
        return context.adminPort();
    }

    /** The header of the provider's first administrator. */
    String admin() {
        return adminLogin;
    }

    static String basic(String name, String word) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ':' + word).getBytes(StandardCharsets.UTF_8));
    }

    static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    JsonNode created(String path, String body) throws Exception {
        HttpResponse<String> answer = post(path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return json(answer);
    }

    HttpResponse<String> get(String path) throws Exception {
        return send("GET", path, "", adminLogin);
    }

    HttpResponse<String> post(String path, String body) throws Exception {
        return send("POST", path, body, adminLogin);
    }

    HttpResponse<String> send(String method, String path, String body, String authorization) throws Exception {
        return send(request(method, path, body, authorization));
    }

    /** The answer, which fits the description of the API. */
    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        HttpRequest sent = request.build();
        HttpResponse<String> answer = client.send(sent, HttpResponse.BodyHandlers.ofString());
        DescribedApi.check(sent, answer);
        return answer;
    }

    HttpRequest.Builder request(String method, String path, String body, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }

    /** Every mapping: method, and path with its variables filled in. */
    Stream<String[]> endpoints() {
        return mappings().map(it -> new String[] {it[0], it[1].replaceAll("\\{[^}]+}", SOME_ID)});
    }

    /** Every mapping, of Spring and in front of it: method and path. */
    Stream<String[]> mappings() {
        return Stream.concat(HealthAnswers.PATHS.stream().map(path -> new String[] {"GET", path}), ofSpring());
    }

    private Stream<String[]> ofSpring() {
        return context.beans(RequestMappingHandlerMapping.class).stream()
                .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                .flatMap(info -> info.getPatternValues().stream().flatMap(pattern -> (info.getMethodsCondition()
                                        .getMethods()
                                        .isEmpty()
                                ? Stream.of("GET")
                                : info.getMethodsCondition().getMethods().stream()
                                        .map(Enum::name))
                        .map(method -> new String[] {method, pattern})));
    }
}
