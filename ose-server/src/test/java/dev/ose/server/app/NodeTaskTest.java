package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.control.Finding;
import dev.ose.control.Finding.Verdict;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class NodeTaskTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    @TempDir
    private Path directory;

    @Test
    void emptyHostIsFitForItsDefaults() {
        List<Finding> findings = run("validate", Map.of("oss.s3.port", "0", "server.port", "0"));

        assertThat(findings)
                .extracting(Finding::name)
                .containsExactly("Database", "Disk", "TLS library", "Platform - embedded");
        assertThat(named("Database", findings).connectivity()).isEqualTo(Verdict.Valid);
    }

    @Test
    void databaseIsJudgedByWhatItSaysOfItself() throws IOException {
        List<Finding> findings = run("database.check", database("20"));

        assertThat(findings)
                .extracting(Finding::name)
                .containsExactly(
                        "Database",
                        "Database encoding",
                        "Database collation",
                        "Database clock",
                        "Database connections");
        assertThat(findings).extracting(Finding::connectivity).doesNotContain(Verdict.Failed);
        assertThat(named("Database", findings).detail()).startsWith("PostgreSQL ");
    }

    @Test
    void poolLargerThanTheServerOffersIsToldWithBothNumbers() throws IOException {
        Finding connections = named("Database connections", run("database.check", database("1000")));

        assertThat(connections.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(connections.detail()).contains("1 x 1000");
        assertThat(connections.remedy()).contains("max_connections", "spring.datasource.hikari.maximumPoolSize");
    }

    @Test
    void schemaThatIsUpToDateIsLeftAlone() throws IOException {
        assertThat(run("database.migrate", database("20")))
                .containsExactly(Finding.valid("Database schema", "was up to date"));
    }

    @Test
    void databaseThatRefusesTheLoginIsToldSo() throws IOException {
        Map<String, String> values = new TreeMap<>(database("20"));
        values.put(
                "spring.datasource.password-file",
                Files.writeString(directory.resolve("wrong"), "wrong").toString());

        Finding database = named("Database", run("database.check", values));

        assertThat(database.connectivity()).isEqualTo(Verdict.Failed);
        assertThat(database.remedy()).contains("refuses the login");
    }

    @Test
    void portOfAnotherProcessIsToldFromAFreeOne() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Finding> findings =
                    run("validate", Map.of("oss.s3.port", String.valueOf(other.getLocalPort()), "server.port", "0"));

            assertThat(named("S3 port", findings).connectivity()).isEqualTo(Verdict.Failed);
        }
    }

    @Test
    void portOfTheRunningNodeIsItsOwn() throws IOException {
        Files.writeString(
                directory.resolve("node.json"),
                "{\"pid\":" + ProcessHandle.current().pid() + "}");
        try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Finding> findings =
                    run("validate", Map.of("oss.s3.port", String.valueOf(own.getLocalPort()), "server.port", "0"));

            assertThat(named("S3 port", findings).connectivity()).isEqualTo(Verdict.Valid);
        }
    }

    private Map<String, String> database(String pool) throws IOException {
        EmbeddedPostgres server = POSTGRES.database().server();
        Path file = Files.writeString(directory.resolve("password"), server.<String>withPassword(String::new));
        return Map.of(
                "spring.datasource.url", POSTGRES.database().jdbcUrl(),
                "spring.datasource.username", server.user(),
                "spring.datasource.password-file", file.toString(),
                "spring.datasource.hikari.maximumPoolSize", pool);
    }

    private List<Finding> run(String task, Map<String, String> values) {
        Map<String, String> all = new TreeMap<>(values);
        all.put("oss.data.dir", directory.toString());
        Configuration configuration = ConfigurationLoader.check(all, "the test");
        List<Finding> findings = new ArrayList<>();
        NodeTask.run(task, configuration, findings::add);
        return findings;
    }

    private static Finding named(String name, List<Finding> findings) {
        return findings.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
