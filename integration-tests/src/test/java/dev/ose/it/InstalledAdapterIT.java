package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ose.control.Event;
import dev.ose.control.ServiceCommand;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.osis.fixture.TemplateAdministration;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The jar of the template's build, put into the directory of adapters: what {@code ose}, the keeper and the node make
 * of it, in front of a Ceph gateway.
 */
final class InstalledAdapterIT {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static final String REFUSED = "5 ose: ";
    private static final String PLATFORM = "template";
    private static final String ADMIN = "oss.template.admin-endpoint";
    private static final String S3 = "oss.template.s3-endpoint";
    private static final String TOKEN = "oss.template.token-file";

    /** Also switches off what would make a tenant before the platform is chosen. */
    private static final Map<String, String> DEFAULT =
            Map.of("oss.keeper.s3-probe", "false", "oss.platform.probe", "false");

    private static SupervisedNode node;
    private static TemplateAdministration administration;

    @TempDir
    private Path folder;

    private Path jar;
    private Path token;

    @BeforeAll
    static void start() throws IOException {
        administration = new TemplateAdministration(CephGateway.connect(GATEWAY.gateway()));
        node = SupervisedNode.start("installed-adapter", DEFAULT);
        node.await("the keeper", status -> true);
        ose("service", "stop").orFail();
    }

    @AfterAll
    static void stop() throws IOException {
        if (node != null) {
            node.close();
        }
        if (administration != null) {
            administration.close();
        }
    }

    @BeforeEach
    void install() throws IOException {
        Path adapters = Files.createDirectory(
                folder.resolve("adapters"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        jar = Files.copy(Tools.adapterJar(PLATFORM), adapters.resolve("template-adapter.jar"));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
        token = Files.writeString(folder.resolve("token"), TemplateAdministration.TOKEN + "\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        configure(Map.of());
    }

    @AfterEach
    void stopNode() {
        node.send(ServiceCommand.Action.STOP);
        configure(Map.of());
        ose("args", "unset", "-k", "oss.template.token");
    }

    @Test
    void installedAdapterIsAPlatformForCommandsAndClients() {
        assertThat(platform()).isEqualTo(listed(false, false));
        assertThat(ose("args", "list", "--all").orFail()).contains(ADMIN, S3, TOKEN);
        assertThat(ose("platforms", "show", PLATFORM, "-o", "json").orFail()).contains(ADMIN);

        ose("template", "s3", "set", GATEWAY.gateway().endpoint().toString(), "--region", Gateway.REGION)
                .orFail();
        ose(
                        "template",
                        "admin",
                        "set",
                        "--url",
                        administration.endpoint().toString(),
                        "--secret-file",
                        token.toString())
                .orFail();

        assertThat(platform()).isEqualTo(listed(true, true));
        assertThat(ose("template", "admin", "show").orFail())
                .contains(administration.endpoint().toString())
                .doesNotContain(TemplateAdministration.TOKEN);
        Command.Ended validated = ose("config", "validate");
        assertThat(validated.status()).as(validated.output()).isZero();
        assertThat(validated.output())
                .contains("Platform - template Admin", "Platform - template S3")
                .doesNotContain("Failed");

        ose("service", "start").orFail();
        S3Target user = node.makeUser("acme");
        Wire.send(user, SignedRequest.of("PUT", "/of-the-template")).assertStatus(200);
        Wire.send(user, SignedRequest.of("PUT", "/of-the-template/key").body("value"))
                .assertStatus(200);
        assertThat(Wire.send(user, SignedRequest.of("GET", "/of-the-template/key"))
                        .text())
                .isEqualTo("value");
        assertThat(json("platforms", "show", PLATFORM)
                        .path("platform")
                        .path("s3Endpoint")
                        .asString())
                .isEqualTo(GATEWAY.gateway().endpoint().toString());
    }

    @Test
    void wrongOptionsOfTheAdapterAreRefusedByName() {
        configure(chosen(Map.of("oss.template.timeuot", "5s")));
        assertThat(outcome("config", "validate"))
                .startsWith(REFUSED + "OSE-1001: There is no option oss.template.timeuot")
                .contains("Did you mean oss.template.timeout?");

        configure(chosen(Map.of("oss.template.timeout", "soon")));
        assertThat(outcome("config", "validate")).startsWith(REFUSED + "OSE-1002: oss.template.timeout cannot be");

        Map<String, String> incomplete = chosen(Map.of());
        incomplete.remove(S3);
        configure(incomplete);
        assertThat(outcome("config", "validate"))
                .startsWith(REFUSED + "OSE-1003: oss.platform is template and " + S3 + " is not set.");
    }

    @Test
    void optionsOfAnAdapterThatIsNotInstalledAreNotTakenForAnotherPlatforms() throws IOException {
        configure(chosen(Map.of()));
        Files.delete(jar);

        assertThat(outcome("config", "validate"))
                .contains("OSE-1001: There is no option " + ADMIN)
                .contains("If it is one of an adapter, put the adapter's jar into " + jar.getParent())
                .contains("OSE-1002: oss.platform cannot be 'template'")
                .doesNotContain("Did you mean");
    }

    @Test
    void jarThatOthersMayWriteIsRefused() throws IOException {
        configure(chosen(Map.of()));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-rw-r--"));

        assertRefused("OSE-1010: Adapters are not loaded from " + jar.toRealPath()
                + ", which others than its owner may write.");
    }

    @Test
    void jarOfAnotherAccountIsRefused() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can give a file to another account");
        configure(chosen(Map.of()));
        Files.setOwner(jar, jar.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        assertRefused("OSE-1010: Adapters are not loaded from " + jar.toRealPath() + ", which belongs to nobody");
    }

    @Test
    void damagedJarIsRefused() throws IOException {
        configure(chosen(Map.of()));
        byte[] whole = Files.readAllBytes(jar);
        Files.write(jar, Arrays.copyOf(whole, whole.length / 2));

        assertRefused("OSE-1011: The adapter " + jar + " cannot be used");
    }

    /** By each command that needs the adapter, and by the start of a node. */
    private static void assertRefused(String problem) {
        Command.Ended listed = ose("platforms", "list");
        assertThat(listed.orFail()).contains("embedded").doesNotContain(PLATFORM);
        assertThat(listed.errors()).contains("ose: " + problem);
        assertThat(outcome("platforms", "enable", PLATFORM))
                .startsWith(REFUSED + "OSE-3401")
                .contains(problem);
        assertThat(outcome("template", "admin", "show")).startsWith("2 ose: " + problem);
        assertThat(outcome("config", "validate")).startsWith(REFUSED + problem);
        assertThat(outcome("service", "start")).contains(problem.substring(0, problem.indexOf(':')));
        assertThat(node.send(ServiceCommand.Action.STOP)).isInstanceOf(Event.Answer.class);
    }

    private void configure(Map<String, String> options) {
        Map<String, String> all = new TreeMap<>(DEFAULT);
        all.put("oss.adapters.dir", jar.getParent().toString());
        all.putAll(options);
        node.configure(all);
    }

    /** Options of a node on the platform, and others. */
    private Map<String, String> chosen(Map<String, String> more) {
        Map<String, String> options = new TreeMap<>(more);
        options.put("oss.platform", PLATFORM);
        options.put(ADMIN, administration.endpoint().toString());
        options.put(S3, GATEWAY.gateway().endpoint().toString());
        options.put(TOKEN, token.toString());
        return options;
    }

    private static JsonNode platform() {
        for (JsonNode platform : json("platforms", "list")) {
            if (platform.path("name").asString().equals(PLATFORM)) {
                return platform;
            }
        }
        throw new AssertionError("the platform of the installed adapter is not listed");
    }

    private static JsonNode listed(boolean isEnabled, boolean isConfigured) {
        return JsonMapper.shared()
                .readTree("{\"name\":\"template\",\"kind\":\"template\",\"enabled\":" + isEnabled + ",\"configured\":"
                        + isConfigured + '}');
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
}
