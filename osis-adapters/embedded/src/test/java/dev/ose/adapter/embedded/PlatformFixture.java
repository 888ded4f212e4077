package dev.ose.adapter.embedded;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.keyring.Keyring;
import dev.ose.testkit.PostgresFixture;
import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** A started platform with a tenant of its own for each test class. */
@StartsServer
public final class PlatformFixture implements BeforeAllCallback, AfterAllCallback {

    public static final String REGION = "eu-test-1";

    private static final int CONNECTIONS = 100;

    private final String region;
    private final int connections;
    private final PostgresFixture postgres = PostgresFixture.empty();
    private final List<S3Client> clients = new ArrayList<>();
    private @Nullable Path directory;
    private @Nullable EmbeddedPlatform platform;
    private @Nullable PlatformKey key;
    private @Nullable S3Client s3;

    public PlatformFixture() {
        this(REGION, CONNECTIONS);
    }

    /** A platform in this region. */
    public PlatformFixture(String region) {
        this(region, CONNECTIONS);
    }

    /** A platform for this number of connections. */
    public PlatformFixture(int connections) {
        this(REGION, connections);
    }

    private PlatformFixture(String region, int connections) {
        this.region = region;
        this.connections = connections;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        postgres.beforeAll(context);
        directory = Files.createTempDirectory("embedded-platform");
        platform = start();
        key = newUser(newTenant());
        s3 = client(key);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        clients.forEach(S3Client::close);
        platform().close();
        postgres.afterAll(context);
        try (var files = Files.walk(directory())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Stops the platform and starts another one on the same data. Existing clients do not work afterwards. */
    public void restart() {
        platform().close();
        platform = start();
        s3 = client(key());
    }

    public EmbeddedPlatform platform() {
        return present(platform);
    }

    public Path directory() {
        return present(directory);
    }

    public PlatformKey key() {
        return present(key);
    }

    /** A client of the class's own user. */
    public S3Client s3() {
        return present(s3);
    }

    public PostgresFixture postgres() {
        return postgres;
    }

    public PlatformTenant newTenant() {
        return platform().createTenant(new TenantRequest(UUID.randomUUID().toString(), "tenant"));
    }

    public PlatformKey newUser(PlatformTenant tenant) {
        PlatformUser user = platform()
                .createUser(new UserRequest(tenant.id(), UUID.randomUUID().toString(), "user"));
        return platform().createKey(user.id());
    }

    public S3Client client(PlatformKey credentials) {
        S3Client client = withPlainBodies(builder(platform().info().s3Endpoint(), credentials, region));
        clients.add(client);
        return client;
    }

    /** A client of the class's own user that sends signed chunks. */
    public S3Client framingClient() {
        S3Client client = builder(platform().info().s3Endpoint(), key(), region).build();
        clients.add(client);
        return client;
    }

    /** A client of any platform that sends bodies as they are; the caller closes it. */
    static S3Client client(URI endpoint, PlatformKey credentials) {
        return withPlainBodies(builder(endpoint, credentials, REGION));
    }

    private static S3Client withPlainBodies(S3ClientBuilder builder) {
        return builder.serviceConfiguration(configuration -> configuration.chunkedEncodingEnabled(false))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .build();
    }

    private static S3ClientBuilder builder(URI endpoint, PlatformKey credentials, String region) {
        String secretText = credentials.secretKey().use(bytes -> new String(bytes, StandardCharsets.US_ASCII));
        return S3Client.builder()
                .endpointOverride(endpoint)
                .region(Region.of(region))
                .forcePathStyle(true)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_SUPPORTED)
                .overrideConfiguration(configuration -> configuration.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(credentials.accessKey(), secretText)))
                .httpClient(Apache5HttpClient.builder().maxConnections(100).build());
    }

    /** The number of files of objects and parts. */
    public long countFiles() {
        try (var files = Files.walk(directory().resolve("data/objects"))) {
            return files.filter(Files::isRegularFile).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a bucket with a unique name. */
    public String newBucket() {
        String name = "b-" + UUID.randomUUID();
        s3().createBucket(request -> request.bucket(name));
        return name;
    }

    private EmbeddedPlatform start() {
        return EmbeddedPlatform.start(
                new EmbeddedPlatformConfig(directory().resolve("data"), 0, region, connections),
                postgres.dataSource(),
                Keyring.open(directory().resolve("keys")),
                Clock.systemUTC());
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("register the fixture in a static field with @RegisterExtension");
        }
        return value;
    }
}
