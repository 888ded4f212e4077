package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationLoaderTest {

    @TempDir
    Path folder;

    @Test
    void laterSourceOverridesEarlierOne() throws IOException {
        Path file = Files.writeString(
                folder.resolve("ose.properties"), "server.port=1111\noss.s3.port=2222\noss.s3.region=eu-1\n");

        Configuration configuration = ConfigurationLoader.load(
                List.of("--config=" + file, "--server.port=3333"),
                Map.of("OSE_SERVER_PORT", "4444", "OSE_OSS_S3_PORT", "5555", "PATH", "/bin"));

        assertThat(configuration.get(AdminOptions.PORT)).isEqualTo(3333);
        assertThat(configuration.get(S3Options.PORT)).isEqualTo(5555);
        assertThat(configuration.get(S3Options.REGION)).isEqualTo("eu-1");
        assertThat(configuration.get(PlatformOptions.MAX_CONNECTIONS)).isEqualTo(1000);
    }

    @Test
    void fileMayBeNamedByTheEnvironment() throws IOException {
        Path file = Files.writeString(folder.resolve("ose.properties"), "server.port = 1111\n");

        Configuration configuration = ConfigurationLoader.load(List.of(), Map.of("OSE_CONFIG", file.toString()));

        assertThat(configuration.get(AdminOptions.PORT)).isEqualTo(1111);
    }

    @Test
    void unknownKeyIsRefusedWithTheNearestKnownOne() {
        List<ConfigurationProblem> problems = refusal("--oss.s3.prot=1");

        assertThat(problems)
                .singleElement()
                .extracting(ConfigurationProblem::line)
                .isEqualTo("OSE-1001: There is no option oss.s3.prot (set in the command line). Did you mean"
                        + " oss.s3.port?");
    }

    @Test
    void unknownVariableIsRefusedWithTheNearestKnownOne() {
        ConfigurationException refused = catchThrowableOfType(
                ConfigurationException.class,
                () -> ConfigurationLoader.load(List.of(), Map.of("OSE_SERVER_PROT", "1")));

        assertThat(refused).hasMessageEndingWith("Did you mean OSE_SERVER_PORT?");
    }

    @Test
    void keyLikeNoOtherIsRefusedWithoutGuessing() {
        assertThat(refusal("--zzzzzzzz=1")).singleElement().satisfies(problem -> assertThat(problem.remedy())
                .isEqualTo("Remove it."));
    }

    @ParameterizedTest
    @CsvSource({
        "server.port,65536",
        "server.port,-1",
        "server.port,http",
        "server.port,99999999999999999999",
        "server.undertow.accesslog.enabled,yes",
        "oss.shutdown.grace,2h",
        "oss.shutdown.grace,1d",
        "oss.s3.domains,a..b",
        "oss.s3.domains,UPPER",
        "oss.s3.region,no blanks",
        "oss.platform,tape",
        "spring.datasource.url,jdbc:mysql:x",
        "spring.datasource.hikari.maximumPoolSize,1"
    })
    void impossibleValueIsRefusedWithWhatIsAllowed(String key, String value) {
        List<ConfigurationProblem> problems = refusal("--" + key + "=" + value);

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("OSE-1002");
            assertThat(problem.option()).isEqualTo(key);
            assertThat(problem.remedy()).startsWith("It must be ");
        });
    }

    @Test
    void everyProblemIsToldAtOnce() {
        assertThat(refusal("--server.port=x", "--oss.s3.port=y", "server.port"))
                .extracting(ConfigurationProblem::code)
                .containsExactlyInAnyOrder("OSE-1002", "OSE-1002", "OSE-1005");
    }

    @Test
    void samePortTwiceIsRefused() {
        assertThat(refusal("--server.port=9000"))
                .singleElement()
                .extracting(ConfigurationProblem::line)
                .isEqualTo("OSE-1003: server.port and oss.s3.port are both 9000. Give each listener its own port.");
    }

    @Test
    void managementOnTheS3PortNeedsANameOfItsOwn() {
        assertThat(refusal("--oss.s3.management=true"))
                .singleElement()
                .extracting(ConfigurationProblem::line)
                .asString()
                .startsWith("OSE-1003: oss.s3.management is true and server.host-names is not set. Name the host");
        for (String host : List.of("s3.example.com", "a.s3.example.com")) {
            assertThat(refusal(
                            "--oss.s3.management=true",
                            "--oss.s3.domains=example.com",
                            "--server.host-names=ose.example.com," + host))
                    .singleElement()
                    .extracting(ConfigurationProblem::line)
                    .asString()
                    .startsWith(
                            "OSE-1003: server.host-names has " + host + ", which oss.s3.domains makes a host of S3");
        }
    }

    @Test
    void hostsOfS3MayBeHostsOfASeparateAdminListener() {
        Configuration configuration = ConfigurationLoader.load(List.of("--server.host-names=s3.localhost"), Map.of());

        assertThat(configuration.get(S3Options.MANAGEMENT)).isFalse();
    }

    @Test
    void twoFreePortsAreNoContradiction() {
        Configuration configuration = ConfigurationLoader.load(List.of("--server.port=0", "--oss.s3.port=0"), Map.of());

        assertThat(configuration.get(AdminOptions.PORT)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "s3.client.download.read-ahead,2097151,4",
        "s3.client.download.read-ahead,4194303,4",
        "s3.client.download.read-ahead,8388608,7",
        "s3.client.upload.multipart,33554431,100",
        "s3.client.upload.multipart,67108864,15"
    })
    void partsThatDoNotFitStopTheStart(String feature, String memory, String connections) {
        String first = "--" + feature + ".memory=" + memory;
        String second = "--s3.client.max.connections=" + connections;
        assertThat(ConfigurationLoader.load(List.of(first, second), Map.of()).get(PlatformOptions.SPLIT))
                .isFalse();

        assertThat(refusal(first, second, "--" + feature + "=true"))
                .singleElement()
                .extracting(ConfigurationProblem::option)
                .isEqualTo(feature + ".memory");
    }

    @ParameterizedTest
    @CsvSource({
        "--oss.s3.tls.port=9443,oss.s3.tls.certificate",
        "--oss.s3.tls.private-key=/k,oss.s3.tls.certificate",
        "--server.ssl.certificate=/c,server.ssl.certificate-private-key",
        "--spring.datasource.username=ose,spring.datasource.url",
        "--oss.ceph.admin-endpoint=http://rgw:8000,oss.platform",
        "--oss.osis.endpoint=https://osis:8443/osis,oss.platform",
        "--oss.osis.user=admin,oss.osis.secret-file",
        "--oss.osis.secret-file=/s,oss.osis.user",
        "--spring.datasource.hikari.maxLifetime=5m,spring.datasource.hikari.idleTimeout"
    })
    void halfOfAPairIsRefused(String argument, String other) {
        assertThat(refusal(argument)).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("OSE-1003");
            assertThat(problem.option()).isEqualTo(other);
        });
    }

    @Test
    void platformWithoutWhatItNeedsIsRefused() {
        assertThat(refusal("--oss.platform=ceph", "--oss.ceph.access-key=ADMIN"))
                .extracting(ConfigurationProblem::option)
                .containsExactly("oss.ceph.admin-endpoint", "oss.ceph.secret-key-file");
        assertThat(refusal("--oss.platform=osis"))
                .extracting(ConfigurationProblem::option)
                .containsExactly("oss.osis.endpoint", "oss.osis.user");
    }

    @Test
    void userAndTokenTogetherAreRefused() {
        assertThat(refusal(
                        "--oss.platform=osis",
                        "--oss.osis.endpoint=https://osis:8443",
                        "--oss.osis.user=admin",
                        "--oss.osis.secret-file=/s",
                        "--oss.osis.token-file=/t"))
                .singleElement()
                .extracting(ConfigurationProblem::line)
                .isEqualTo("OSE-1003: oss.osis.user and oss.osis.token-file are both set. Set one of them.");
    }

    @Test
    void missingFileIsRefused() {
        Path missing = folder.resolve("none.properties");

        assertThat(refusal("--config=" + missing))
                .singleElement()
                .extracting(ConfigurationProblem::happened)
                .isEqualTo("The configuration file " + missing + " cannot be read: there is no such file.");
    }

    @Test
    void numberWithoutUnitIsMilliseconds() {
        Configuration configuration = ConfigurationLoader.load(
                List.of("--spring.datasource.hikari.connectionTimeout=30000", "--oss.shutdown.grace=2m"), Map.of());

        assertThat(configuration.get(DatabaseOptions.CONNECTION_TIMEOUT)).isEqualTo(Duration.ofSeconds(30));
        assertThat(configuration.get(NodeOptions.SHUTDOWN_GRACE)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void emptyValueMeansUnset() {
        Configuration configuration = ConfigurationLoader.load(List.of("--oss.s3.tls.port="), Map.of());

        assertThat(configuration.find(S3Options.TLS_PORT)).isEmpty();
    }

    @Test
    void valuesDoNotShowInText() {
        Configuration configuration = ConfigurationLoader.load(List.of("--oss.s3.region=hidden-1"), Map.of());

        assertThat(configuration).asString().contains("oss.s3.region").doesNotContain("hidden-1");
    }

    private static List<ConfigurationProblem> refusal(String... arguments) {
        return catchThrowableOfType(
                        ConfigurationException.class, () -> ConfigurationLoader.load(List.of(arguments), Map.of()))
                .problems();
    }
}
