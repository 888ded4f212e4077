package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConfigurationFlowTest extends OnHost {

    private static final String HIDDEN = "Pa55-hidden";

    @Test
    void optionIsSetReadAndRemovedInEverySpelling() {
        assertThat(host.ose("args", "set", "-k", "server.port", "-v", "9443").out())
                .isEqualTo("""
                    KEY          FROM  TO
                    server.port        9443
                    """);
        assertThat(host.ose("args", "get", "--k", "server.port").out()).isEqualTo("9443\n");
        assertThat(host.ose("args", "set", "--k", "server.port", "--v", "9444").exitCode())
                .isZero();
        assertThat(host.ose("args", "list").out()).isEqualTo("""
            KEY          VALUE  DEFAULT  RESTART
            server.port  9444   9001     yes
            """);
        assertThat(host.ose("args", "unset", "--key", "server.port").exitCode()).isZero();
        assertThat(host.ose("args", "get", "-k", "server.port").out()).isEqualTo("9001\n");
    }

    @Test
    void keyOfTheFormerProductIsTakenAsWhatItStandsForHere() {
        Host.Ran set = host.ose("args", "set", "-k", "logging.level.com.vmware.voss", "-v", "DEBUG");

        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(set.out()).contains("logging.level.dev.ose").doesNotContain("voss");
        assertThat(set.err()).contains("ose: warning: OSE-1007", "ose args unset -k logging.level.dev.ose");
        assertThat(host.ose("args", "get", "-k", "logging.level.com.vmware.voss")
                        .out())
                .isEqualTo("DEBUG\n");
        assertThat(host.ose("args", "list").out()).contains("logging.level.dev.ose  DEBUG");
        assertThat(host.ose("args", "unset", "-k", "logging.level.com.vmware.voss")
                        .exitCode())
                .isZero();
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void propertyOfSpringIsPassedOnWithAWarningAndAnUnsafeOneRefused() {
        Host.Ran set = host.ose("args", "set", "-k", "spring.mail.password", "-v", HIDDEN);
        Host.Ran again = host.ose("args", "set", "-k", "server.port", "-v", "9443");
        Host.Ran unsafe = host.ose("args", "set", "-k", "spring.web.resources.static-locations", "-v", "file:/");

        assertThat(set.exitCode()).isZero();
        assertThat(set.err()).contains("OSE-1007: spring.mail.password is no option of OSE");
        assertThat(set.out() + host.ose("args", "list").out()).contains("***").doesNotContain(HIDDEN);
        assertThat(again.err()).as("only what changes is warned of").doesNotContain("OSE-1007");
        assertThat(unsafe.exitCode()).isEqualTo(5);
        assertThat(unsafe.err()).contains("OSE-1009");
    }

    @Test
    void optionWithoutEffectIsTakenWithAWarning() {
        Host.Ran set = host.ose("args", "set", "-k", "s3.client.path.style.access", "-v", "true");

        assertThat(set.exitCode()).isZero();
        assertThat(set.err()).contains("OSE-1008: s3.client.path.style.access is set and has no effect");
    }

    @Test
    void sameValueAgainIsNoChange() {
        host.ose("args", "set", "-k", "server.port", "-v", "9443");

        Host.Ran again = host.ose("args", "set", "-k", "server.port", "-v", "9443");

        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).isEqualTo("unchanged\n");
    }

    @Test
    void scriptsAreToldInFieldsThatStay() {
        assertThat(host.ose("args", "set", "-k", "server.port", "-v", "9443", "-o", "json")
                        .out())
                .isEqualTo("""
                    {"changes":[{"key":"server.port","from":null,"to":"9443"}],"dryRun":false,"restart":true,\
                    "warnings":[]}
                    """);
        assertThat(host.ose("args", "get", "-k", "server.port", "-o", "json").out())
                .isEqualTo("""
                    {"key":"server.port","value":"9443","set":true,"secret":false,"defaultValue":"9001",\
                    "allowed":"a TCP port, 1 to 65535, or 0 for any free one","restart":true,\
                    "sentence":"Port of the admin API, health and metrics."}
                    """);
    }

    @Test
    void wrongChangeIsRefusedWholeWithTheFix() {
        Host.Ran typo = host.ose("args", "set", "-k", "oss.s3.port", "-v", "9100", "-k", "server.prt", "-v", "1");
        Host.Ran range = host.ose("args", "set", "-k", "server.undertow.threads.worker", "-v", "0", "-o", "json");

        assertThat(typo.exitCode()).isEqualTo(5);
        assertThat(typo.err()).contains("OSE-1001", "Did you mean server.port?");
        assertThat(range.exitCode()).isEqualTo(5);
        assertThat(range.err()).contains("\"code\":\"OSE-1002\"", "a whole number from 1 to 65536");
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void dryRunShowsAndChangesNothing() {
        Host.Ran dry = host.ose("args", "set", "-k", "server.port", "-v", "9443", "--dry-run");

        assertThat(dry.out()).contains("9443");
        assertThat(dry.err()).contains("Nothing was changed");
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void brokenFileIsMendedOneOptionAtATime() throws IOException {
        Files.writeString(host.directory().resolve("ose.properties"), "# mine\nserver.prt=1\noss.s3.port=x\n");

        assertThat(host.ose("args", "unset", "-k", "server.prt").exitCode()).isZero();
        assertThat(host.ose("args", "set", "-k", "oss.s3.port", "-v", "9100").exitCode())
                .isZero();
        assertThat(host.stored().options().text()).isEqualTo("# mine\noss.s3.port=9100\n");
    }

    @Test
    void databaseIsSetWithoutItsPasswordBeingShownAnywhere() {
        Host.Ran set = host.oseWithInput(
                HIDDEN + "\n",
                "db",
                "set",
                "--url",
                "jdbc:postgresql://db:5432/ose",
                "--user",
                "ose",
                "--secret-stdin");
        Host.Ran shown = host.ose("config", "show");
        Host.Ran json = host.ose("config", "show", "-o", "json");

        assertThat(set.exitCode()).isZero();
        assertThat(set.out() + set.err() + shown.out() + shown.err() + json.out())
                .doesNotContain(HIDDEN);
        assertThat(shown.out()).contains("spring.datasource.password", "***");
        assertThat(host.stored().secrets()).isEqualTo(Map.of("spring.datasource.password", Secret.of(HIDDEN)));
        assertThat(host.ose("db", "unset").exitCode()).isZero();
        assertThat(host.stored().secrets()).isEmpty();
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void nobodyIsAskedWithoutATerminal() {
        Host.Ran ran = host.ose("db", "set", "--url", "jdbc:postgresql://db/ose", "--user", "ose");

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("OSE-3402", "--secret-file");
        assertThat(host.stored().options().values()).isEmpty();
    }

    @Test
    void endpointOfBothNamesManagementToo() {
        Host.Ran hidden =
                host.ose("endpoint", "set", "--url=https://s3.ose.example.com", "--load-balancer", "--management");
        Host.Ran ran = host.ose("endpoint", "set", "--url=https://OSE.example.com", "--load-balancer", "--management");

        assertThat(hidden.err()).contains("OSE-1003", "server.host-names has s3.ose.example.com");
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(host.stored().options().values())
                .containsEntry("oss.s3.management", "true")
                .containsEntry("server.host-names", "ose.example.com");
        assertThat(host.ose("endpoint", "unset").exitCode()).isZero();
        assertThat(host.stored().options().values()).doesNotContainKey("oss.s3.management");
    }

    /** Neither of the two is valid without the other. */
    @Test
    void userAndSecretOfTheProxyAreSetTogether() throws Exception {
        Path secret = Files.writeString(root.resolve("proxy.secret"), HIDDEN + "\n");
        String[] login = {
            "args",
            "set",
            "-k",
            "oss.outbound.proxy-user",
            "-v",
            "node",
            "-k",
            "oss.outbound.proxy-secret",
            "--secret-file",
            secret.toString()
        };

        Host.Ran early = host.ose(login);
        Host.Ran proxy = host.ose("args", "set", "-k", "oss.outbound.proxy", "-v", "http://proxy.example.com:3128");
        Host.Ran userAlone = host.ose("args", "set", "-k", "oss.outbound.proxy-user", "-v", "node");
        Host.Ran set = host.ose(login);

        assertThat(early.err()).contains("OSE-1003", "oss.outbound.proxy");
        assertThat(proxy.exitCode()).as(proxy.err()).isZero();
        assertThat(userAlone.err()).contains("OSE-1003", "oss.outbound.proxy-secret-file");
        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(host.stored().secrets()).isEqualTo(Map.of("oss.outbound.proxy-secret", Secret.of(HIDDEN)));
        assertThat(host.stored().options().values()).containsEntry("oss.outbound.proxy-user", "node");
    }

    @Test
    void secretOnTheCommandLineIsRefusedUnlessThatIsAskedFor() {
        List<String> words = List.of(
                "db", "set", "--url", "jdbc:postgresql://db/ose", "--user", "ose", "--secret", HIDDEN, "--force");

        Host.Ran refused = host.ose(words.toArray(String[]::new));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .contains("OSE-3406", "--secret-file", "--insecure-secret-on-command-line")
                .doesNotContain(HIDDEN);
        assertThat(host.stored().secrets()).isEmpty();

        Host.Ran taken = host.ose(Stream.concat(words.stream(), Stream.of("--insecure-secret-on-command-line"))
                .toArray(String[]::new));

        assertThat(taken.exitCode()).isZero();
        assertThat(taken.err()).doesNotContain(HIDDEN);
        assertThat(host.stored().secrets().get("spring.datasource.password")).isEqualTo(Secret.of(HIDDEN));
    }

    @Test
    void jvmArgumentsAreTriedAndTheOldOnesKept() {
        assertThat(host.ose("jvmargs", "-v", "Dhttp.proxyHost=proxy -Dhttp.proxyPort=3128")
                        .exitCode())
                .isZero();
        Host.Ran wrong = host.ose("jvmargs", "--v", "-XX:+NoSuchThing");

        assertThat(wrong.exitCode()).isEqualTo(5);
        assertThat(wrong.err()).contains("OSE-1305");
        assertThat(host.ose("jvmargs").out()).isEqualTo("-Dhttp.proxyHost=proxy\n-Dhttp.proxyPort=3128\n");
        assertThat(host.ose("jvmargs", "unset").exitCode()).isZero();
        assertThat(host.ose("jvmargs", "show").out()).isEqualTo("none\n");
    }

    @Test
    void platformIsSetInTheWordsOfTheReference() throws IOException {
        Path secret = Files.writeString(root.resolve("secret"), HIDDEN + "\n");

        Host.Ran set = host.ose(
                "ceph",
                "admin",
                "set",
                "--url",
                "https://rgw.example.com",
                "--user",
                "ADMIN",
                "--secret-file",
                secret.toString());
        Host.Ran s3 = host.ose("ceph", "s3", "set", "https://s3.rgw.example.com");

        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(s3.exitCode()).as(s3.err()).isZero();
        assertThat(host.ose("platforms", "list").out()).isEqualTo("""
            PLATFORM   ENABLED  CONFIGURED
            embedded   [ N ]    [ Y ]
            aws        [ N ]    [ N ]
            ceph       [ Y ]    [ Y ]
            minio      [ N ]    [ N ]
            osis       [ N ]    [ N ]
            versitygw  [ N ]    [ N ]
            """);
        assertThat(host.stored().options().values())
                .containsEntry("oss.ceph.s3-endpoint", "https://s3.rgw.example.com")
                .containsEntry("oss.platform", "ceph");
    }

    /** What it needs beside its address and login is set first. */
    @Test
    void minioIsSetAfterTheSecretOfItsKeys() throws IOException {
        Path secret = Files.writeString(root.resolve("secret"), HIDDEN + "\n");
        String[] login = {
            "minio", "admin", "set", "--url", "https://m.example.com", "--user", "a", "--secret-file", secret.toString()
        };

        assertThat(host.ose(login).err()).contains("oss.minio.key-secret-file");
        Host.Ran keys = host.ose("args", "set", "-k", "oss.minio.key-secret", "--secret-file", secret.toString());
        Host.Ran set = host.ose(login);

        assertThat(keys.exitCode()).as(keys.err()).isZero();
        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(host.stored().options().values()).containsEntry("oss.platform", "minio");
    }

    /** The address is that of S3: those of the administration are known. */
    @Test
    void awsIsSetByAnAddressALoginAndItsRegistry() throws IOException {
        Path secret = Files.writeString(root.resolve("secret"), HIDDEN + "\n");
        host.ose("args", "set", "-k", "oss.aws.key-secret", "--secret-file", secret.toString());
        host.ose("args", "set", "-k", "oss.aws.registry-bucket", "-v", "registry-of-ose");

        Host.Ran set = host.ose(
                "aws",
                "admin",
                "set",
                "--url",
                "https://s3.eu-central-1.amazonaws.com",
                "--region",
                "eu-central-1",
                "--user",
                "AKIAIOSFODNN7EXAMPLE",
                "--secret-file",
                secret.toString());

        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(host.stored().options().values())
                .containsEntry("oss.platform", "aws")
                .containsEntry("oss.aws.s3-endpoint", "https://s3.eu-central-1.amazonaws.com");
        assertThat(host.ose("args", "set", "-k", "oss.aws.accounts", "-v", "create")
                        .err())
                .contains("oss.aws.account-email");
    }

    @Test
    void platformThatIsEnabledBeforeItIsSetIsRefused() {
        Host.Ran ran = host.ose("platforms", "enable", "osis", "--name", "Storage");

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-1003", "oss.osis.endpoint");
    }

    @Test
    void platformIsShownWithWhatTheNodeFoundOut() {
        host.answer(
                "GET /api/v1/admin/platforms/main",
                Map.of(
                        "kind",
                        "ceph",
                        "version",
                        "16",
                        "s3Endpoint",
                        "http://s3.example.com",
                        "capabilities",
                        List.of("VERSIONING", "ACL"),
                        "capacity",
                        Map.of(
                                "state",
                                "STALE",
                                "totalBytes",
                                1000,
                                "usedBytes",
                                600,
                                "availableBytes",
                                350,
                                "readAt",
                                "2026-11-21T19:00:00Z",
                                "problem",
                                "PlatformUnreachable"),
                        "probe",
                        Map.of(
                                "state",
                                "DONE",
                                "finishedAt",
                                "2026-11-21T20:00:00Z",
                                "results",
                                Map.of("TRAILERS", "NO", "VERSIONING", "YES"),
                                "problem",
                                "Some is left.")));

        String shown = host.ose("platforms", "show", "ceph").out();

        assertThat(shown).contains("oss.ceph.s3-endpoint").endsWith("""

            http://s3.example.com, version 16, tried: DONE 2026-11-21T20:00:00Z
            capacity: 600 of 1000 bytes used, 350 available, stale, read 2026-11-21T19:00:00Z, \
            the last attempt failed: PlatformUnreachable
            CAPABILITY  USED   FOUND
            ACL         [ Y ]
            TRAILERS    [ N ]  NO
            VERSIONING  [ Y ]  YES
            Some is left.
            """);
        assertThat(host.ose("platforms", "show", "ceph", "-o", "json").out())
                .contains("\"results\":{", "\"key\":\"oss.ceph.s3-endpoint\"");
        assertThat(host.ose("platforms", "show", "osis").out())
                .contains("oss.osis.endpoint")
                .doesNotContain("CAPABILITY");
    }

    @Test
    void platformIsShownWithoutANode() {
        Host.Ran shown = host.ose("platforms", "show", "ceph");

        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out()).contains("oss.ceph.s3-endpoint").doesNotContain("CAPABILITY");
        assertThat(shown.err()).contains("What the platform can do is not known: ");
    }

    @Test
    void endpointSetsDomainPortAndRegion() {
        Host.Ran ran = host.ose("endpoint", "set", "--region=eu-1", "--url=http://s3.example.com:9000");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(host.stored().options().values())
                .isEqualTo(Map.of(
                        "oss.s3.domains", "example.com",
                        "oss.s3.public-url", "http://s3.example.com:9000",
                        "oss.s3.port", "9000",
                        "oss.s3.address", "0.0.0.0",
                        "oss.s3.region", "eu-1"));
    }

    @Test
    void endpointAtALoadBalancerLeavesTheNodesPortsAlone() {
        Host.Ran ran = host.ose("endpoint", "set", "--load-balancer", "--url=https://s3.example.com");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(host.stored().options().values())
                .isEqualTo(Map.of(
                        "oss.s3.domains", "example.com",
                        "oss.s3.public-url", "https://s3.example.com",
                        "oss.s3.address", "0.0.0.0"));
    }
}
