package dev.ose.keeper.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.control.Command;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.Event;
import dev.ose.control.NodeCommand;
import dev.ose.control.ServiceCommand;
import dev.ose.keeper.configuration.ConfigurationCommands;
import dev.ose.keeper.configuration.ConfigurationStore;
import dev.ose.keeper.configuration.NodeTasks;
import dev.ose.keeper.configuration.PropertiesText;
import dev.ose.keeper.configuration.StoredConfiguration;
import dev.ose.keeper.probe.EndpointCheck;
import dev.ose.keeper.probe.KeyPairFile;
import dev.ose.testkit.FullDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class SupportBundleTest {

    private static final SupportBundle.Window TWO_DAYS =
            new SupportBundle.Window(LocalDate.of(2026, 11, 20), LocalDate.of(2026, 11, 21));

    @TempDir
    private Path root;

    private final List<String> planted = new ArrayList<>();
    private ConfigurationStore store;
    private Path logs;

    @BeforeEach
    void makeDirectories() throws IOException {
        store = new ConfigurationStore(Files.createDirectory(root.resolve("etc")));
        logs = Files.createDirectory(root.resolve("log"));
    }

    @Test
    void noneOfTheSecretsThatWerePlantedIsFound() throws IOException {
        store.write(StoredConfiguration.EMPTY
                .withSecrets(Map.of(
                        "spring.datasource.password", Secret.of(plant("kept-by-value")),
                        "oss.osis.token", Secret.of(plant("kept \"quoted\" one"))))
                .withOptions(PropertiesText.EMPTY.with(
                        "spring.datasource.url", "jdbc:postgresql://ose:" + plant("inUrl") + "@db:5432/ose"))
                .withJvmArguments("-Dhttp.proxyPassword=" + plant("inJvmArgument") + "\n-Xmx1g\n"));
        Files.writeString(logs.resolve("node.log"), logOfADayOnWhichEverythingLeaked());

        Map<String, String> bundle = collect();

        assertThat(planted).hasSizeGreaterThanOrEqualTo(20);
        assertThat(bundle)
                .isNotEmpty()
                .allSatisfy((name, text) -> assertThat(text).as(name).doesNotContain(planted));
        assertThat(bundle.get("logs/1-node.log"))
                .contains("started", "/etc/ose/token", "status=200")
                .contains("***");
    }

    @Test
    void bundleTellsWhatHelps() throws IOException {
        Map<String, String> bundle = collect();

        assertThat(bundle.keySet())
                .contains(
                        "status.json",
                        "crashes.json",
                        "threads.txt",
                        "heap.txt",
                        "metrics.txt",
                        "options.json",
                        "jvm-arguments.json",
                        "certificates.json",
                        "checks.json",
                        "versions.txt");
        assertThat(bundle.get("options.json")).contains("server.port");
        assertThat(bundle.get("threads.txt")).isEqualTo("thread dump of THREAD_DUMP");
        assertThat(bundle.get("checks.json")).contains("OSE-1331");
        assertThat(bundle.get("versions.txt")).contains("java.version: " + System.getProperty("java.version"));
    }

    @Test
    void onlyLinesOfTheDaysThatWereAskedForAreCopied() throws IOException {
        Files.writeString(logs.resolve("node.log"), """
            2026-11-19T23:59:59Z before
             trace of before
            2026-11-20T00:00:00Z first
             trace of first
            2026-11-21T23:59:59Z last
            2026-11-22T00:00:00Z after
            """);

        assertThat(collect().get("logs/1-node.log")).isEqualTo("""
            2026-11-20T00:00:00Z first
             trace of first
            2026-11-21T23:59:59Z last
            """);
    }

    @Test
    void lineThatAClientMadeHostileKeepsNothingOutOfTheBundle() throws IOException {
        int mebibyte = 1 << 20;
        Files.writeString(
                logs.resolve("node.log"),
                "2026-11-20T00:00:00Z path=\"/x/secret=\\\"" + "a".repeat(16 * 1024) + "\\\"\"\n"
                        + "2026-11-20T00:00:01Z path=\"/x/" + "secret".repeat(mebibyte / 6) + "\"\n"
                        + "2026-11-20T00:00:02Z \"" + "\\a".repeat(mebibyte) + "\n"
                        + "2026-11-20T00:00:03Z after\n");

        assertThat(collect().getOrDefault("logs/1-node.log", "").lines())
                .hasSize(4)
                .allMatch(line -> line.length() < 10_000)
                .endsWith("2026-11-20T00:00:03Z after");
    }

    @Test
    void endOfALargeLogBeginsWithAWholeLine() throws IOException {
        String line = "2026-11-20T00:00:00Z " + "x".repeat(8_000) + " secretKey=" + plant("cutInTheMiddle") + "\n";
        Files.writeString(logs.resolve("node.log"), line.repeat((9 << 20) / line.length()));

        assertThat(collect().getOrDefault("logs/1-node.log", "").lines())
                .hasSizeGreaterThan(1_000)
                .allMatch(it -> it.startsWith("2026-11-20T") && it.endsWith("secretKey=***"));
    }

    @Test
    void bundleIsReadableByItsOwnerOnly() throws IOException {
        SupportBundle.Collected collected = bundle().collect(TWO_DAYS, progress -> {});

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(collected.file()))))
                .isEqualTo("rw-------");
        assertThat(collected.bytes()).isEqualTo(Files.size(Path.of(collected.file())));
    }

    @Test
    void bundleThatTheDiskDoesNotTakeIsToldAndLeavesNothing() throws IOException {
        Path out = Files.createDirectory(root.resolve("out"));
        try (FullDisk disk = FullDisk.mount(out)) {
            disk.fill();

            Event.Refusal refusal = (Event.Refusal) ask();

            assertThat(refusal.code()).isEqualTo("OSE-1342");
            assertThat(refusal.sentence()).contains("No space left");
            assertThat(refusal.remedy()).contains("Make room");
            disk.makeRoom();
            assertThat(out).isEmptyDirectory();
            assertThat(ask()).isInstanceOf(Event.Answer.class);
        }
    }

    @Test
    void commandThatNobodyKnowsOrThatIsNotWholeIsTold() throws IOException {
        assertThat(((Event.Refusal) ask("support.collect", Map.of("from", "yesterday"))).code())
                .isEqualTo("OSE-1341");
        assertThat(((Event.Refusal) ask("nonsense", Map.of())).code()).isEqualTo("OSE-1391");
        assertThat(((Event.Refusal) ask("director.certificate", Map.of())).code())
                .isEqualTo("OSE-1392");
    }

    private Event.Outcome ask() throws IOException {
        return ask("support.collect", Map.of("from", "2026-11-20", "to", "2026-11-21"));
    }

    private Event.Outcome ask(String verb, Map<String, String> arguments) throws IOException {
        return new OperatorCommands(commands(), bundle())
                .handle(new ConfigurationCommand(verb, arguments, Map.of(), false), progress -> {});
    }

    private String logOfADayOnWhichEverythingLeaked() {
        String basic = Base64.getEncoder().encodeToString("admin:s".getBytes(StandardCharsets.UTF_8));
        planted.add(basic);
        return String.join(
                "\n",
                "2026-11-20T10:00:00Z started status=200",
                "Authorization: AWS4-HMAC-SHA256 Credential=AK/20261120/us-east-1/s3/aws4_request, Signature="
                        + plant("a1b2c3d4"),
                "\"authorization\":\"Bearer " + plant("bearer.inJson") + "\"",
                "got header Basic " + basic,
                "GET /b/k?X-Amz-Credential=" + plant("AKIAPLANTED") + "%2F2026&X-Amz-Signature=" + plant("9f8e7d6c5b"),
                "GET /b/k?AWSAccessKeyId=x&Signature=" + plant("v2signature") + "&Expires=1",
                "x-amz-security-token: " + plant("sessionTokenOfSts"),
                "https://user:" + plant("p@ss:word") + "@storage.example.com/path",
                "{\"secretKey\":\"" + plant("jsonSecretKey") + "\",\"password\" : \"" + plant("with \\\\ and , in it")
                        + "\"}",
                "nested {\\\"clientSecret\\\":\\\"" + plant("escapedJson") + "\\\"}",
                "spring.datasource.password=" + plant("inProperties") + " oss.osis.token-file=/etc/ose/token",
                "command: ose db set --url x --secret " + plant("onCommandLine"),
                "jwt " + plant("eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl"),
                "key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
                        .replace(
                                "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                                plant("wJalrXUtnFEMI0K7MDENG/bPxRfiCYEXAMPLEKEY")),
                "-----BEGIN PRIVATE KEY-----\n" + plant("MIGHAgEAMBMGByqGSM49") + "\n-----END PRIVATE KEY-----",
                "hash " + plant("$argon2id$v=19$m=16384$c2FsdA$aGFzaA"),
                "row SCRAM-SHA-256$4096:" + plant("c2FsdHlTYWx0") + "$x:y",
                "Set-Cookie: JSESSIONID=" + plant("cookieValue") + "; Path=/",
                "x-vcloud-authorization: " + plant("vcloudToken"),
                "PGPASSWORD='" + plant("shell quoted") + "' psql",
                "api_key: " + plant("yamlKey"),
                "");
    }

    private String plant(String secret) {
        planted.add(secret);
        return secret;
    }

    private Map<String, String> collect() throws IOException {
        SupportBundle.Collected collected = bundle().collect(TWO_DAYS, progress -> {});
        Map<String, String> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(Path.of(collected.file())))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(entries).hasSize(collected.entries());
        return entries;
    }

    private ConfigurationCommands commands() throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        Path run = Files.createDirectories(root.resolve("run"));
        return ConfigurationCommands.of(
                store,
                new NodeTasks(
                        store, run, root.resolve("data"), home.resolve("bin/java"), root.resolve("no-server.jar")),
                home,
                Clock.systemUTC(),
                new SecureRandom(),
                new EndpointCheck(new KeyPairFile(root.resolve("probe.keys")), () -> "us-east-1", Clock.systemUTC()));
    }

    private SupportBundle bundle() throws IOException {
        ConfigurationCommands commands = commands();
        return new SupportBundle(
                store,
                (command, progress) -> answer(command, commands),
                new LogFiles(List.of(logs, root.resolve("none")), List.of()),
                root.resolve("out"),
                Clock.systemUTC());
    }

    private static Event.Outcome answer(Command command, ConfigurationCommands commands) {
        return switch (command) {
            case ConfigurationCommand it -> commands.handle(it, progress -> {});
            case ServiceCommand it ->
                new Event.Answer(JsonMapper.shared().valueToTree(Map.of("text", "thread dump of " + it.action())));
            case NodeCommand it -> new Event.Refusal("OSE-3301", "The node does not run.", "Start it.");
        };
    }
}
