package dev.ose.adapter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.Secret;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.keyring.Keyring;
import dev.ose.postgres.PostgresSource;
import dev.ose.testkit.PostgresFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Kills a process that runs the platform in the middle of many uploads. */
class CrashTest {

    private static final int WRITERS = 50;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 100;
    private static final String BUCKET = "crash-bucket";

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.empty();

    @TempDir
    Path directory;

    @Test
    void acknowledgedObjectsOutliveAKill() throws Exception {
        Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
        Process child = startChild(directory, POSTGRES);
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            URI endpoint = URI.create(String.valueOf(output.readLine()));
            PlatformKey key =
                    new PlatformKey(String.valueOf(output.readLine()), Secret.of(String.valueOf(output.readLine())));
            try (S3Client s3 = PlatformFixture.client(endpoint, key)) {
                s3.createBucket(request -> request.bucket(BUCKET));
                writeUntilKilled(s3, child, acknowledged);
            }
            try (EmbeddedPlatform platform = start(directory, POSTGRES.dataSource());
                    S3Client s3 = PlatformFixture.client(platform.info().s3Endpoint(), key)) {
                verify(s3, acknowledged);
            }
        } finally {
            child.destroyForcibly();
        }
    }

    private static void writeUntilKilled(S3Client s3, Process child, Map<String, Integer> acknowledged)
            throws InterruptedException {
        Semaphore enough = new Semaphore(0);
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            for (int i = 0; i < WRITERS; i++) {
                writers.execute(() -> {
                    while (child.isAlive()) {
                        int seed = next.incrementAndGet();
                        try {
                            s3.putObject(
                                    request -> request.bucket(BUCKET).key("k" + seed),
                                    RequestBody.fromBytes(bytes(seed)));
                            acknowledged.put("k" + seed, seed);
                            enough.release();
                        } catch (SdkException e) {
                            return;
                        }
                    }
                });
            }
            assertThat(enough.tryAcquire(ACKNOWLEDGED_BEFORE_KILL, 60, TimeUnit.SECONDS))
                    .isTrue();
            child.destroyForcibly();
        }
    }

    /** Every acknowledged object exists; one that was not acknowledged exists completely or not at all. */
    private void verify(S3Client s3, Map<String, Integer> acknowledged) throws IOException {
        List<String> found = new ArrayList<>();
        s3.listObjectsV2Paginator(request -> request.bucket(BUCKET)).contents().forEach(object -> {
            found.add(object.key());
            byte[] stored = s3.getObjectAsBytes(
                            request -> request.bucket(BUCKET).key(object.key()))
                    .asByteArray();
            assertThat(stored).isEqualTo(bytes(Integer.parseInt(object.key().substring(1))));
        });
        assertThat(found).containsAll(acknowledged.keySet()).hasSizeLessThanOrEqualTo(acknowledged.size() + WRITERS);
        assertThat(directory.resolve("data/incoming")).isEmptyDirectory();
    }

    /** A process that runs {@link Child} on this directory and database. */
    static Process startChild(Path directory, PostgresFixture postgres) throws IOException {
        PGSimpleDataSource source = postgres.database().unpooled();
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // It is killed before the optimizing compiler has paid for itself.
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        directory.toString(),
                        String.valueOf(source.getURL()),
                        String.valueOf(source.getUser()),
                        String.valueOf(source.getPassword()))
                .redirectError(directory.resolve("child.log").toFile())
                .start();
    }

    private static HikariDataSource pool(PGSimpleDataSource database) {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(database);
        pool.setMaximumPoolSize(10);
        return new HikariDataSource(pool);
    }

    static EmbeddedPlatform start(Path directory, DataSource pool) {
        return EmbeddedPlatform.start(
                new EmbeddedPlatformConfig(directory.resolve("data"), 0, PlatformFixture.REGION),
                pool,
                Keyring.open(directory.resolve("keys")),
                Clock.systemUTC());
    }

    /** The seed, then up to 128 KiB of random bytes, as many as the seed determines. */
    private static byte[] bytes(int seed) {
        byte[] bytes = new byte[4 + (seed * 7919) % (1 << 17)];
        new Random(seed).nextBytes(bytes);
        ByteBuffer.wrap(bytes).putInt(seed);
        return bytes;
    }

    /** The process that is killed: prints its endpoint and a key pair, then serves. */
    static final class Child {

        public static void main(String[] arguments) throws Exception {
            PGSimpleDataSource database = PostgresSource.of(arguments[1]);
            database.setUser(arguments[2]);
            database.setPassword(arguments[3]);
            EmbeddedPlatform platform = start(Path.of(arguments[0]), pool(database));
            PlatformUser user = platform.createUser(new UserRequest(
                    platform.createTenant(new TenantRequest("t", "t")).id(), "u", "u"));
            PlatformKey key = platform.createKey(user.id());
            System.out.println(platform.info().s3Endpoint());
            System.out.println(key.accessKey());
            System.out.println(key.secretKey().<String>use(bytes -> new String(bytes, StandardCharsets.US_ASCII)));
            System.in.read();
        }
    }
}
