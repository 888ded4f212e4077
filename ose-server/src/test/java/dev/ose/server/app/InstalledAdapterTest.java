package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.control.Finding;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.osis.fixture.TemplateAdministration;
import dev.ose.server.app.check.PlatformCheck;
import dev.ose.server.http.WireClient;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import dev.ose.testkit.VendorAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/** A node with the template's adapter, installed as a jar, in front of a Ceph gateway. */
@Timeout(300)
class InstalledAdapterTest {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static final Path TEMPLATE = Path.of("..", "osis-adapters", "template", "target", "classes");
    private static final List<Class<?>> LIBRARIES = List.of(JsonMapper.class, JsonParser.class, JsonProperty.class);

    @TempDir
    Path folder;

    private TemplateAdministration administration;
    private List<String> options;

    @BeforeEach
    void install() throws Exception {
        Path adapters = Files.createDirectory(
                folder.resolve("adapters"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        pack(adapters.resolve("template-adapter.jar"));
        administration = new TemplateAdministration(CephGateway.connect(GATEWAY.gateway()));
        Path token = Files.writeString(folder.resolve("token"), TemplateAdministration.TOKEN + "\n");
        options = List.of(
                "--oss.adapters.dir=" + adapters,
                "--oss.platform=template",
                "--oss.template.admin-endpoint=" + administration.endpoint(),
                "--oss.template.s3-endpoint=" + GATEWAY.gateway().endpoint(),
                "--oss.template.region=" + Gateway.REGION,
                "--oss.template.token-file=" + token,
                "--oss.platform.probe=false");
    }

    @AfterEach
    void stop() {
        administration.close();
    }

    @Test
    void nodeServesObjectsOnThePlatformOfAnInstalledAdapter() throws IOException {
        try (WholeNode node = new WholeNode(folder, options.toArray(String[]::new))) {
            node.makeUser("acme");

            assertThat(send(node, "PUT", "/photos", "").status()).isEqualTo(200);
            assertThat(send(node, "PUT", "/photos/key", "of acme").status()).isEqualTo(200);
            assertThat(send(node, "GET", "/photos/key", "").body()).isEqualTo("of acme");
            assertThat(WholeNode.send(
                                    node.adminPort(),
                                    node.admin("GET", "localhost", "/api/v1/admin/platforms/main", ""))
                            .body())
                    .contains("\"kind\":\"template\"");
        }
    }

    @Test
    void checkOfTheConfigurationAsksThePlatformOfAnInstalledAdapter() {
        List<Finding> findings = check(options);

        assertThat(findings).extracting(Finding::name).contains("Platform - template Admin", "Platform - template S3");
        assertThat(findings).extracting(Finding::connectivity).doesNotContain(Finding.Verdict.Failed);
    }

    @Test
    void adapterThatBreaksWhileItIsOpenedStopsTheStartWithItsJar() throws IOException {
        Path jar = VendorAdapter.of("acme").write(folder.resolve("adapters/acme.jar"));
        List<String> broken = List.of(
                "--oss.adapters.dir=" + jar.getParent(), "--oss.platform=acme", "--oss.acme.url=http://127.0.0.1:1");

        assertThatThrownBy(() -> check(broken))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("OSE-1111")
                .hasMessageContaining(jar.toString());
    }

    private static List<Finding> check(List<String> options) {
        Configuration configuration = ConfigurationLoader.load(options, Map.of());
        List<Finding> findings = new ArrayList<>();
        new PlatformCheck(configuration, Clock.systemUTC()).run(findings::add);
        return findings;
    }

    private static WireClient.Answer send(WholeNode node, String method, String path, String body) throws IOException {
        return WholeNode.send(node.s3Port(), node.signed(method, "s3.localhost", path, body));
    }

    /** The template's classes and its libraries in one jar, as its build packs them. */
    private static void pack(Path jar) throws Exception {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            try (Stream<Path> files = Files.walk(TEMPLATE)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    out.putNextEntry(new ZipEntry(TEMPLATE.relativize(file).toString()));
                    Files.copy(file, out);
                }
            }
            for (Class<?> library : LIBRARIES) {
                add(
                        Path.of(library.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI()),
                        out);
            }
        }
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    }

    private static void add(Path library, JarOutputStream out) throws IOException {
        try (JarFile from = new JarFile(library.toFile())) {
            for (var entry : from.stream()
                    .filter(it -> it.getName().matches("(tools|com)/.*[^/]"))
                    .toList()) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                from.getInputStream(entry).transferTo(out);
            }
        }
    }
}
