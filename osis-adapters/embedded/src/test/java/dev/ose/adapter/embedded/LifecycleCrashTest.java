package dev.ose.adapter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.OwnChange;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.testkit.PostgresFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;

/** Kills a process that runs the platform in the middle of a pass of lifecycle rules. */
class LifecycleCrashTest {

    private static final int EXPIRING = 500;
    private static final String BUCKET = "expiring-bucket";

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.empty();

    @TempDir
    Path directory;

    /** The process is killed after some removals; the next one removes the rest and the files, and reports all. */
    @Test
    void removalsByLifecycleRulesOutliveAKill() throws Exception {
        Process child = CrashTest.startChild(directory, POSTGRES);
        List<OwnChange> reported = new CopyOnWriteArrayList<>();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            URI endpoint = URI.create(String.valueOf(output.readLine()));
            PlatformKey key =
                    new PlatformKey(String.valueOf(output.readLine()), Secret.of(String.valueOf(output.readLine())));
            try (S3Client s3 = PlatformFixture.client(endpoint, key)) {
                s3.createBucket(request -> request.bucket(BUCKET));
                for (int i = 0; i < EXPIRING; i++) {
                    String name = "k" + i;
                    s3.putObject(request -> request.bucket(BUCKET).key(name), RequestBody.fromString(name));
                }
                LifecycleRule rule = LifecycleRule.builder()
                        .id("r")
                        .status(ExpirationStatus.ENABLED)
                        .filter(filter -> filter.prefix(""))
                        .expiration(it -> it.date(Instant.parse("2020-01-01T00:00:00Z")))
                        .build();
                s3.putBucketLifecycleConfiguration(
                        request -> request.bucket(BUCKET).lifecycleConfiguration(it -> it.rules(rule)));
                await().atMost(Duration.ofMinutes(1)).until(() -> rows("own_change") > 0);
                child.destroyForcibly().waitFor();
            }
            try (EmbeddedPlatform platform = CrashTest.start(directory, POSTGRES.dataSource())) {
                platform.reportOwnChanges(changes -> {
                    reported.addAll(changes);
                    return true;
                });
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> rows("object_version") == 0 && rows("own_change") == 0 && files() == 0);
            }
            assertThat(reported).extracting(OwnChange::key).hasSize(EXPIRING).doesNotHaveDuplicates();
        } finally {
            child.destroyForcibly();
        }
    }

    private static long rows(String table) {
        try (Connection connection = POSTGRES.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from embedded_platform." + table)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private long files() {
        try (var files = Files.walk(directory.resolve("data/objects"))) {
            return files.filter(Files::isRegularFile).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
