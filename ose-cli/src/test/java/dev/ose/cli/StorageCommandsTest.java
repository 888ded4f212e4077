package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ose.control.NodeCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** {@code ose quota}, {@code usage}, {@code bucket} and {@code sync}. */
class StorageCommandsTest extends OnHost {

    private static final String TENANT = "/api/v1/admin/tenants/7";

    @BeforeEach
    void script() throws Exception {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
    }

    private static Map<String, Object> used() {
        return Map.of("objects", 3, "storedBytes", 40, "partBytes", 2, "olderBytes", 5);
    }

    @Test
    void consoleOfThePlatformThatTheNodeRunsOnIsShown() {
        host.answer("GET /api/v1/admin/platforms/main", Map.of("kind", "osis"));
        host.answer("GET /api/v1/admin/platforms/main/console", Map.of("uri", "https://console/p"));
        host.answer("GET " + TENANT + "/console", Map.of("uri", "https://console/t"));

        assertThat(host.ose("osis", "console").out()).isEqualTo("https://console/p\n");
        assertThat(host.ose("osis", "console", "--tenant", "acme").out()).isEqualTo("https://console/t\n");

        Host.Ran other = host.ose("ceph", "console");
        assertThat(other.exitCode()).isEqualTo(5);
        assertThat(other.err()).contains("OSE-3407", "runs on the platform osis");
    }

    @Test
    void decisionAboutAccessIsShownWithItsReasons() {
        host.answer(
                "POST " + TENANT + "/buckets/b/access-check",
                Map.of(
                        "decision",
                        "DENY",
                        "reasons",
                        List.of(Map.of(
                                "layer",
                                "BUCKET_POLICY",
                                "code",
                                "BUCKET_POLICY_DENIES",
                                "action",
                                "s3:GetObject",
                                "document",
                                "bucket policy",
                                "statement",
                                Map.of("position", 2, "sid", "NoBob"),
                                "explanation",
                                "A statement denies it."))));

        Host.Ran ran = host.ose(
                "bucket",
                "check-access",
                "b",
                "--tenant",
                "acme",
                "--principal",
                "anonymous",
                "--action",
                "s3:GetObject",
                "--key",
                "k",
                "--source-ip",
                "192.0.2.1");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out()).contains("DENY", "BUCKET_POLICY_DENIES", "NoBob", "A statement denies it.");
        assertThat(String.valueOf(host.toNode().getLast().body()))
                .contains("\"principal\":\"anonymous\"", "\"key\":\"k\"", "\"sourceIp\":\"192.0.2.1\"");
    }

    @Test
    void quotaIsShownWithWhatIsUsed() {
        host.answer("GET " + TENANT + "/quota", Map.of("maxBytes", 100, "used", used(), "buckets", 1));

        assertThat(host.ose("quota", "get", "--tenant", "acme").out()).isEqualTo("""
                OF       USED  LIMIT
                bytes    47    100
                objects  3     none
                buckets  1     none
                """);
    }

    @Test
    void whatIsNotSetStaysAsItIsAndADryRunChangesNothing() {
        host.answer("GET " + TENANT + "/buckets/b", Map.of("name", "b"));
        host.answer("GET " + TENANT + "/buckets/b/quota", Map.of("maxBytes", 100, "maxObjects", 5, "used", used()));
        host.answer("PUT " + TENANT + "/buckets/b/quota", Map.of());
        String[] set = {"quota", "set", "--tenant", "acme", "--bucket", "b", "--bytes", "1.5KiB"};

        Host.Ran dry = host.ose("quota", "set", "--tenant", "acme", "--bucket", "b", "--bytes", "1.5KiB", "--dry-run");
        assertThat(dry.out()).isEqualTo("""
                LIMIT     FROM  TO
                maxBytes  100   1536
                """);
        assertThat(host.toNode()).extracting(NodeCommand::method).containsOnly("GET");

        assertThat(host.ose(set).exitCode()).isZero();
        assertThat(host.toNode())
                .last()
                .extracting(NodeCommand::body)
                .hasToString("{\"maxBytes\":1536,\"maxObjects\":5}");
    }

    @Test
    void quotaOfAUserIsTakenAway() {
        answerNamed(TENANT + "/users", "ann", "8");
        host.answer("GET " + TENANT + "/users/8/quota", Map.of("maxObjects", 5, "used", used(), "buckets", 1));
        host.answer("DELETE " + TENANT + "/users/8/quota", Map.of());

        Host.Ran ran = host.ose("quota", "unset", "--tenant", "acme", "--user", "ann", "-o", "json");

        assertThat(ran.out()).isEqualTo("{\"changes\":[{\"key\":\"maxObjects\",\"from\":\"5\",\"to\":\"none\"}]}\n");
        assertThat(host.toNode()).last().extracting(NodeCommand::method).isEqualTo("DELETE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quota set --tenant acme",
                "quota set --tenant acme --bytes much",
                "quota set --tenant acme --bucket b --buckets 1",
                "quota get --tenant acme --user u --bucket b",
                "quota get",
                "usage export --tenant acme",
                "sync schedule --tenants a --all-tenants"
            })
    void lineThatIsWrongIsRefused(String line) {
        assertThat(host.ose(line.split(" ")).exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "500,500", "10GB,10000000000", "1 kib,1024", "1.5TiB,1649267441664", "2P,2000000000000000"})
    void sizesAreReadAsPeopleWriteThem(String text, long bytes) {
        assertThat(new Size().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "1EB", "9999999999PB", "10 G B"})
    void whatIsNoSizeIsRefused(String text) {
        assertThat(catchThrowable(() -> new Size().convert(text))).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void quotasAndBucketsAreListed() {
        host.answer(
                "GET " + TENANT + "/quotas?limit=1000&after=",
                Map.of("items", List.of(Map.of("maxBytes", 9), Map.of("bucket", "b", "maxObjects", 5))));
        host.answer(
                "GET " + TENANT + "/buckets?prefix=a%26b&limit=1000&after=",
                Map.of("items", List.of(Map.of("name", "a&b", "region", "r"))));

        assertThat(host.ose("quota", "list", "--tenant", "acme").out()).isEqualTo("""
                USER  BUCKET  BYTES  OBJECTS  BUCKETS
                              9
                      b              5
                """);
        assertThat(host.ose("bucket", "list", "--tenant", "acme", "--prefix", "a&b")
                        .out())
                .contains("a&b");
    }

    @Test
    void nameOfABucketIsChecked() {
        host.answer("GET /api/v1/admin/bucket-names/a%20b", Map.of("name", "a b", "state", "INVALID"));

        assertThat(host.ose("bucket", "check-name", "a b").out()).contains("INVALID");
    }

    @Test
    void bucketIsShownWithWhatItHolds() {
        host.answer("GET " + TENANT + "/buckets/b", Map.of("name", "b"));
        host.answer("GET " + TENANT + "/buckets/b/usage", used());

        assertThat(host.ose("bucket", "show", "b", "--tenant", "acme", "-o", "json")
                        .out())
                .contains("\"name\":\"b\"", "\"storedBytes\":40");
        assertThat(host.ose("usage", "show", "--bucket", "b", "--tenant", "acme")
                        .out())
                .contains("storedBytes  40");
    }

    @Test
    void whatWasUsedIsExportedToItsEnd() {
        String hours =
                "/api/v1/admin/metering?from=2026-11-01T00%3A00%3A00Z&to=2026-12-01T00%3A00%3A00Z&limit=1000&after=";
        Map<String, Object> row = Map.of(
                "hour",
                "2026-11-01T00:00:00Z",
                "tenant",
                "7",
                "category",
                "READ",
                "requests",
                1,
                "bytesIn",
                2,
                "bytesOut",
                3);
        host.answer("GET " + hours, Map.of("items", List.of(row), "next", "x"));
        host.answer("GET " + hours + "x", Map.of("items", List.of(row)));
        String[] export = {"usage", "export", "--from", "2026-11-01T00:00:00Z", "--to", "2026-12-01T00:00:00Z", "--csv"
        };

        String line = "2026-11-01T00:00:00Z,7,,,READ,1,2,3\r\n";
        assertThat(host.ose(export).out())
                .isEqualTo("hour,tenant,user,bucket,category,requests,bytes_in,bytes_out\r\n" + line + line);
    }

    @Test
    void syncIsStartedFollowedAndScheduled() {
        Map<String, Object> run = Map.of("id", 1, "state", "WAITING");
        host.answer("POST " + TENANT + "/buckets/b/sync", run);
        host.answer("GET " + TENANT + "/buckets/b/sync?limit=20", Map.of("items", List.of(run)));

        assertThat(host.ose("sync", "start", "b", "--tenant", "acme").out()).contains("WAITING");
        assertThat(host.ose("sync", "status", "b", "--tenant", "acme").out()).contains("WAITING");
        assertThat(host.ose("sync", "schedule", "--interval", "24h", "--tenants", "acme")
                        .exitCode())
                .isZero();
        assertThat(host.ose("sync", "schedule", "-o", "json").out()).contains("oss.sync.interval", "24h", "acme");
        assertThat(host.ose("sync", "schedule", "--all-tenants", "-o", "json").exitCode())
                .isZero();
    }
}
