package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.control.LaunchTicket;
import dev.ose.keyring.Keyring;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.server.accounting.jdbc.JdbcMeterStore;
import dev.ose.server.accounting.jdbc.JdbcObjectCounters;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.admin.AdminServices;
import dev.ose.server.admin.FirstAdmin;
import dev.ose.server.admin.MetadataServices;
import dev.ose.server.admin.Passwords;
import dev.ose.server.admin.PlatformServices;
import dev.ose.server.admin.jdbc.JdbcAdminUserStore;
import dev.ose.server.admin.jdbc.JdbcMemberLoginStore;
import dev.ose.server.app.servlet.HealthAnswers;
import dev.ose.server.bucket.jdbc.CachedBucketDirectory;
import dev.ose.server.bucket.jdbc.JdbcBucketOwners;
import dev.ose.server.bucket.jdbc.JdbcBucketStore;
import dev.ose.server.bucket.jdbc.JdbcBucketTransfers;
import dev.ose.server.bucket.jdbc.JdbcGrantStore;
import dev.ose.server.bucket.ownership.BucketOwnership;
import dev.ose.server.bucket.ownership.BucketReassignment;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.catalog.jdbc.JdbcBucketLabels;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcSearchTables;
import dev.ose.server.catalog.search.ObjectSearch;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.Database;
import dev.ose.server.database.DatabaseSettings;
import dev.ose.server.event.Webhooks;
import dev.ose.server.event.jdbc.JdbcWebhookStore;
import dev.ose.server.iam.jdbc.JdbcIdentityProviderStore;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.platform.jdbc.JdbcProbeStore;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.NodeState;
import dev.ose.server.runtime.lifecycle.Pulse;
import dev.ose.server.runtime.telemetry.Metrics;
import dev.ose.server.sync.BucketAdoption;
import dev.ose.server.sync.BucketNotifications;
import dev.ose.server.sync.jdbc.JdbcNotificationTables;
import dev.ose.server.sync.jdbc.JdbcSyncRuns;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Reconciliation;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.UserPolicies;
import dev.ose.server.tenant.jdbc.JdbcAccountDeletions;
import dev.ose.server.tenant.jdbc.JdbcCredentialStore;
import dev.ose.server.tenant.jdbc.JdbcOwnerDirectory;
import dev.ose.server.tenant.jdbc.JdbcPlatformMappingStore;
import dev.ose.server.tenant.jdbc.JdbcPrincipalDirectory;
import dev.ose.server.tenant.jdbc.JdbcReconciliationRuns;
import dev.ose.server.tenant.jdbc.JdbcTenantStore;
import dev.ose.server.tenant.jdbc.JdbcUserPolicyStore;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import dev.ose.testkit.TestDatabase;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The admin API as a node has it, on a platform that agrees to everything, and a client for it. */
final class AdminNode implements AutoCloseable {

    private static final String SOME_ID = "00000000-0000-0000-0000-000000000000";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServletWebServerApplicationContext context;
    private final Database database;
    private final AdminServices services;
    private final String adminLogin;
    private final LaunchTicket launch;

    private AdminNode(
            ServletWebServerApplicationContext context,
            Database database,
            AdminServices services,
            String adminLogin,
            LaunchTicket launch) {
        this.context = context;
        this.database = database;
        this.services = services;
        this.adminLogin = adminLogin;
        this.launch = launch;
    }

    /** The policies of its tenants' users. */
    UserPolicies policies() {
        return new UserPolicies(new JdbcUserPolicyStore(database));
    }

    /** With options beside the usual ones. */
    static AdminNode start(TestDatabase target, Path folder, String... options) throws IOException {
        LaunchTicket launch = LaunchTicket.fresh(new SecureRandom());
        launch.write(folder);
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--oss.keeper.directory=" + folder));
        arguments.addAll(List.of(options));
        Configuration configuration = ConfigurationLoader.load(arguments, Map.of());
        Passwords passwords = new Passwords();
        SecureRandom random = new SecureRandom();
        Database database = open(target);
        AdminServices services = services(database, Keyring.open(folder.resolve("keyring.json")), random);
        Supplier<AdminServices> supplier = () -> services;
        Pulse pulse = new Pulse(System::nanoTime);
        ServletWebServerApplicationContext context = AdminContext.run(
                configuration,
                Map.of(
                        "configuration",
                        configuration,
                        "nodeState",
                        new NodeState(),
                        "pulse",
                        pulse,
                        "s3Mount",
                        new S3Mount(),
                        "metrics",
                        new Metrics(),
                        "passwords",
                        passwords,
                        "random",
                        random,
                        "clock",
                        Clock.systemUTC(),
                        "adminServices",
                        supplier,
                        "keeperLink",
                        KeeperLink.open(configuration, pulse)));
        try (DataDirectory directory = DataDirectory.open(folder.resolve("data"))) {
            new FirstAdmin(services.admins(), passwords, random).makeIfNone(directory);
            String told = Files.readString(directory.resolve(FirstAdmin.FILE)).strip();
            return new AdminNode(context, database, services, basic("admin", told), launch);
        }
    }

    private static Database open(TestDatabase target) {
        EmbeddedPostgres server = target.server();
        return new Database(DatabaseSettings.of(
                target.jdbcUrl(), server.user(), server.withPassword(word -> Secret.of(CharBuffer.wrap(word)))));
    }

    private static AdminServices services(Database database, Keyring keyring, SecureRandom random) {
        Clock clock = Clock.systemUTC();
        PlatformRegistry platforms =
                PlatformRegistry.register(Map.of("main", new MemoryPlatform()), new JdbcPlatformStore(database));
        Credentials credentials = new Credentials(new JdbcCredentialStore(database, keyring), random, clock);
        JdbcTenantStore tenants = new JdbcTenantStore(database);
        JdbcUserStore users = new JdbcUserStore(database, keyring);
        Provisioning provisioning = new Provisioning(tenants, users, platforms, credentials, random, clock);
        JdbcPlatformMappingStore mappings = new JdbcPlatformMappingStore(database, keyring);
        AccountDeletion removal = new AccountDeletion(
                tenants, users, mappings, new JdbcAccountDeletions(database), platforms, event -> {});
        JdbcBucketTransfers gifts = new JdbcBucketTransfers(database);
        BucketOwnership ownership = new BucketOwnership(provisioning, platforms, gifts, new AdvisoryLocks(database));
        return new AdminServices(
                provisioning,
                removal,
                credentials,
                new PlatformServices(
                        platforms,
                        new JdbcProbeStore(database),
                        new BucketNotifications(
                                new JdbcNotificationTables(database),
                                new JdbcSyncRuns(database),
                                new JdbcObjectIndex(database),
                                () -> {}),
                        new JdbcReconciliationRuns(database)),
                platforms.named("main").orElseThrow(),
                new JdbcAdminUserStore(database),
                new JdbcMemberLoginStore(database),
                new JdbcIdentityProviderStore(database),
                new Reconciliation(mappings, platforms, removal, new AdvisoryLocks(database)),
                new JdbcMeterStore(database),
                new MetadataServices(
                        new CachedBucketDirectory(database, new CacheValidity(System::nanoTime)),
                        new JdbcBucketStore(database),
                        new JdbcObjectCounters(database),
                        new JdbcQuotaStore(database),
                        new JdbcSyncRuns(database),
                        new JdbcBucketLabels(database),
                        new ObjectSearch(new JdbcSearchTables(database), System::nanoTime),
                        new Webhooks(new JdbcWebhookStore(database, keyring), random),
                        new BucketAdoption(
                                provisioning,
                                platforms,
                                new JdbcBucketStore(database),
                                new JdbcSyncRuns(database),
                                new SharingAdoption(
                                        new Sharing(
                                                new JdbcPrincipalDirectory(database),
                                                platforms::principalNames,
                                                new JdbcGrantStore(database),
                                                random),
                                        new JdbcBucketOwners(database, keyring),
                                        new JdbcOwnerDirectory(database)),
                                "us-east-1"),
                        ownership,
                        new BucketReassignment(provisioning, ownership, gifts, Duration.ZERO)));
    }

    @Override
    public void close() {
        client.close();
        context.close();
        database.close();
    }

    /** What the keeper of this node knows. */
    LaunchTicket launch() {
        return launch;
    }

    /** What the API asks to do the work. */
    AdminServices services() {
        return services;
    }

    Database database() {
        return database;
    }

    int port() {
        return Objects.requireNonNull(context.getWebServer()).getPort();
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

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
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
        return context.getBeansOfType(RequestMappingHandlerMapping.class).values().stream()
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
