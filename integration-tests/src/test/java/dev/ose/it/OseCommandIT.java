package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command as an operator or a script runs it: a process without a terminal, a real keeper, a real node. */
final class OseCommandIT {

    private static final String REFUSED = "5 ";

    private static SupervisedNode node;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        node = SupervisedNode.start("ose-command", Map.of());
        node.awaitState("SERVING");
    }

    @AfterAll
    static void stop() throws IOException {
        node.close();
    }

    private static Command.Ended ose(String... words) {
        return OseCommand.run(node.socket(), words);
    }

    private static JsonNode json(String... words) {
        return OseCommand.json(node.socket(), words);
    }

    private static String outcome(String... words) {
        return OseCommand.outcome(node.socket(), words);
    }

    private Path secret(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "secret", ""), text + "\n");
    }

    @Test
    void newTenantsUserStoresAnObject() {
        assertThat(json("service", "status").path("state").asString()).isEqualTo("SERVING");

        ose("tenant", "create", "acme").orFail();
        JsonNode made = json("user", "create", "alice", "--tenant", "acme").required("reservedCredential");

        S3Target alice = new S3Target(
                URI.create(json("service", "status").required("s3Endpoint").asString()),
                made.required("accessKey").asString(),
                Secret.of(made.required("secretKey").asString()),
                null,
                S3Target.Server.NODE);
        Wire.send(alice, SignedRequest.of("PUT", "/first")).assertStatus(200);
        Wire.send(alice, SignedRequest.of("PUT", "/first/key").body("value")).assertStatus(200);
        assertThat(ose("tenant", "list").orFail()).contains("acme", "ACTIVE");
        assertThat(json("credential", "list", "--tenant", "acme", "--user", "alice"))
                .hasSize(1);
        assertThat(outcome("user", "create", "alice", "--tenant", "nobody")).startsWith(REFUSED + "ose: OSE-2204");
        administerBucketOfAcme("first");
    }

    /** What the admin API has for a bucket that holds one object. */
    private static void administerBucketOfAcme(String bucket) {
        assertThat(json("search", "--tenant", "acme", "key==k*")
                        .get(0)
                        .path("bucket")
                        .asString())
                .isEqualTo(bucket);
        assertThat(json("labels", "enable", "--tenant", "acme", bucket)
                        .path("state")
                        .asString())
                .isNotEmpty();
        JsonNode webhook = json(
                "webhooks",
                "add",
                "--tenant",
                "acme",
                "--url",
                "http://127.0.0.1:9/",
                "--bucket",
                bucket,
                "--events",
                "CREATED");
        assertThat(webhook.path("secret").asString()).isNotEmpty();
        String id = webhook.path("id").asString();
        assertThat(json("webhooks", "list", "--tenant", "acme")
                        .get(0)
                        .path("id")
                        .asString())
                .isEqualTo(id);
        ose("webhooks", "remove", "--tenant", "acme", id).orFail();
        assertThat(json("identity-providers", "list", "--tenant", "acme")).isEmpty();
        assertThat(ose("reconciliation", "run").errors()).contains("Users compared: ");
    }

    @Test
    void whatCannotBeIsRefusedAndChangesNothing() {
        String before = node.configured("ose.properties");

        assertThat(outcome("args", "set", "-k", "oss.s3.adress", "-v", "0.0.0.0"))
                .startsWith(REFUSED + "ose: OSE-1001")
                .contains("oss.s3.address");
        assertThat(outcome("args", "set", "--k", "oss.s3.port", "--v", "99999")).startsWith(REFUSED + "ose: OSE-1002");
        assertThat(outcome("args", "set", "-k", "oss.tenant.sse.enabled", "-v", "true"))
                .startsWith(REFUSED + "ose: OSE-1006")
                .contains("not part of this version");
        assertThat(outcome("args", "set", "-k", "spring.web.resources.static-locations", "-v", "file:/"))
                .startsWith(REFUSED + "ose: OSE-1009");
        assertThat(outcome("jvmargs", "-v", "XX:+NoSuchThing")).startsWith(REFUSED + "ose: OSE-1305");

        assertThat(node.configured("ose.properties")).isEqualTo(before);
        assertThat(ose("jvmargs").orFail()).doesNotContain("NoSuchThing");
        assertThat(json("service", "status").path("state").asString()).isEqualTo("SERVING");
    }

    @Test
    void dryRunShowsAndChangesNothing() {
        String before = node.configured("ose.properties");

        JsonNode shown = json("args", "set", "-k", "logging.level.root", "-v", "warn", "--dry-run");

        assertThat(shown.required("changes").get(0).path("to").asString()).isEqualTo("warn");
        assertThat(node.configured("ose.properties")).isEqualTo(before);
        ose("args", "set", "-k", "oss.shutdown.grace", "-v", "21s").orFail();
        assertThat(ose("args", "get", "-k", "oss.shutdown.grace").orFail().strip())
                .isEqualTo("21s");
        ose("args", "unset", "-k", "oss.shutdown.grace").orFail();
        assertThat(ose("args", "get", "-k", "oss.shutdown.grace").orFail().strip())
                .isEqualTo("20s");
    }

    @Test
    void certificateIsMadeTakenAndShown() throws Exception {
        ose("cert", "generate", "--name", "s3.localhost,*.s3.localhost").orFail();
        assertThat(json("cert", "show").toString()).contains("*.s3.localhost");
        String store = TestCertificate.make("localhost")
                .store(folder.resolve("store.p12"))
                .toString();

        assertThat(outcome(
                        "cert",
                        "import",
                        "--path",
                        store,
                        "--secret-file",
                        secret("wrong").toString()))
                .startsWith(REFUSED + "ose: OSE-1321");
        assertThat(json("cert", "show").toString()).contains("*.s3.localhost");

        ose(
                        "cert",
                        "import",
                        "--path",
                        store,
                        "--secret-file",
                        secret("changeit").toString())
                .orFail();
        assertThat(json("cert", "show").toString()).contains("\"localhost\"").doesNotContain("*.s3.localhost");
    }

    @Test
    void runningHostIsAsItMustBe() {
        assertThat(json("db", "check").get(0).path("connectivity").asString()).isEqualTo("Valid");
        JsonNode platforms = json("platforms", "list");
        assertThat(platforms.get(0).path("name").asString()).isEqualTo("embedded");
        assertThat(platforms.get(0).path("enabled").asBoolean()).isTrue();

        Command.Ended validated = ose("config", "validate");

        assertThat(validated.status()).as(validated.output()).isZero();
        assertThat(validated.output())
                .contains("CONNECTIVITY", "S3 port", "Admin port", "Disk", "Platform - embedded")
                .doesNotContain("Failed");
    }

    @Test
    void exportIsOpenedByItsPasswordAloneAndWhole() throws IOException {
        String password = secret("a password of some length").toString();
        Path file = folder.resolve("node.ose");
        ose("config", "export", "--file", file.toString(), "--secret-file", password)
                .orFail();
        Path cut = folder.resolve("cut.ose");
        byte[] whole = Files.readAllBytes(file);
        Files.write(cut, Arrays.copyOf(whole, whole.length - 1));

        assertThat(outcome("config", "export", "--file", file.toString(), "--secret-file", password))
                .startsWith("1 ose: OSE-3403");
        assertThat(outcome(
                        "config",
                        "import",
                        "--file",
                        file.toString(),
                        "--secret-file",
                        secret("another password").toString()))
                .startsWith(REFUSED + "ose: OSE-1313");
        assertThat(outcome("config", "import", "--file", cut.toString(), "--secret-file", password))
                .startsWith(REFUSED + "ose: OSE-1312");
        assertThat(json("config", "import", "--file", file.toString(), "--secret-file", password, "--dry-run")
                        .path("dryRun")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void directorIsLinkedByItsCertificateAndLoggedInTo() throws Exception {
        try (DirectorStandIn director = DirectorStandIn.start(TestCertificate.make("director"))) {
            String[] set = {
                "director",
                "set",
                "--url",
                director.url().toString(),
                "--user",
                DirectorStandIn.USER,
                "--secret-file",
                secret(DirectorStandIn.SECRET).toString()
            };
            assertThat(outcome(set))
                    .startsWith("2 ose: OSE-3405")
                    .contains(director.certificate().fingerprint());

            String[] trusting = Arrays.copyOf(set, set.length + 2);
            trusting[set.length] = "--trust";
            trusting[set.length + 1] = director.certificate().fingerprint();
            ose(trusting).orFail();

            assertThat(ose("director", "show").orFail()).contains("***").doesNotContain(DirectorStandIn.SECRET);
            assertThat(directorsLine().path("connectivity").asString()).isEqualTo("Valid");
        }
        ose("director", "unset").orFail();
        assertThat(directorsLine().path("connectivity").asString()).isEqualTo("Skipped");
        assertThat(node.configured("secrets.properties")).doesNotContain(DirectorStandIn.SECRET);
    }

    private static JsonNode directorsLine() {
        for (JsonNode line : json("config", "validate")) {
            if (line.path("name").asString().equals("Cloud Director")) {
                return line;
            }
        }
        throw new AssertionError("no line for Cloud Director");
    }

    @Test
    void bundleForThoseWhoHelpIsWritten() {
        Path bundle = Path.of(ose("support").orFail().strip());

        assertThat(bundle).isNotEmptyFile();
    }

    @Test
    void scriptIsToldByTheExitCode() {
        assertThat(outcome("db", "set", "--url", "jdbc:postgresql://127.0.0.1/ose", "--user", "ose"))
                .as("there is no terminal")
                .startsWith("2 ose: OSE-3402");
        assertThat(outcome("args", "sett")).startsWith("2 ose: ");
        assertThat(outcome("ui", "install")).startsWith(REFUSED + "ose: OSE-1361");
        assertThat(outcome("cloudian", "admin", "set")).startsWith(REFUSED + "ose: OSE-3401");
        assertThat(outcome(
                        "service", "status", "--socket", folder.resolve("none").toString()))
                .startsWith("4 ose: OSE-3001");
        JsonNode refusal = JsonMapper.shared()
                .readTree(ose("tenant", "show", "nobody", "-o", "json").errors());
        assertThat(refusal.propertyNames()).containsExactly("code", "happened", "remedy");
    }
}
