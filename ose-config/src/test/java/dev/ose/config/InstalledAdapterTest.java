package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ose.adapter.plugin.PlatformAdapterFactory;
import dev.ose.testkit.VendorAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Adapters in the directory of {@code oss.adapters.dir}. */
class InstalledAdapterTest {

    private static final String KEY = "oss.acme.url";
    private static final String URL = "https://acme.example.com";

    @TempDir
    Path folder;

    private Path adapters;
    private Path jar;

    @BeforeEach
    void name() {
        adapters = folder.resolve("adapters");
        jar = adapters.resolve("acme.jar");
    }

    @Test
    void adapterOfAJarIsAPlatformWithItsOptions() throws IOException {
        VendorAdapter.of("acme").write(jar);

        Configuration configuration =
                load(Map.of("OSE_OSS_ACME_URL", URL), "--oss.adapters.dir=" + adapters, "--oss.platform=acme");

        assertThat(configuration.adapter().kind()).isEqualTo("acme");
        assertThat(configuration.adapters().jar("acme")).contains(jar);
        assertThat(configuration.adapters().kinds())
                .containsExactly("embedded", "acme", "aws", "ceph", "minio", "osis", "versitygw");
        assertThat(configuration.catalogue().find(KEY)).isPresent();
    }

    @Test
    void directoryCanBeNamedByTheFileThatSetsOptionsOfTheAdapter() throws IOException {
        VendorAdapter.of("acme").write(jar);
        Path file = Files.writeString(
                folder.resolve("ose.properties"),
                KEY + "=" + URL + "\noss.platform=acme\noss.adapters.dir=" + adapters);

        assertThat(load(Map.of(), "--config=" + file).adapter().kind()).isEqualTo("acme");
    }

    @Test
    void optionThatTheAdapterRequiresIsRequiredOnlyIfItIsChosen() throws IOException {
        VendorAdapter.of("acme").write(jar);

        load(Map.of(), "--oss.adapters.dir=" + adapters);

        assertThat(problem("--oss.platform=acme").line())
                .isEqualTo("OSE-1003: oss.platform is acme and oss.acme.url is not set. Set it, or choose another"
                        + " platform.");
        assertThat(problem("--oss.acme.url=" + URL).line())
                .startsWith("OSE-1003: oss.acme.url is set and oss.platform is not acme.");
    }

    @Test
    void kindWithoutAnAdapterIsRefusedWithTheKindsAndTheDirectory() {
        assertThat(problem("--oss.platform=acme").line())
                .isEqualTo("OSE-1002: oss.platform cannot be 'acme' (set in the command line). It must be one of:"
                        + " embedded, aws, ceph, minio, osis, versitygw, or the kind of an adapter in " + adapters
                        + ".");
    }

    @ParameterizedTest
    @CsvSource({
        "oss.acme.admin-endpoint, If it is one of an adapter",
        "oss.cehp.admin-endpoint, Did you mean oss.ceph.admin-endpoint?",
        "oss.ceph.admin-endpiont, Did you mean oss.ceph.admin-endpoint?"
    })
    void optionOfAPlatformWithoutAnAdapterIsNotTakenForAnotherPlatforms(String key, String remedy) {
        assertThat(problem("--" + key + "=" + URL).line())
                .isEqualTo("OSE-1001: There is no option " + key + " (set in the command line). " + remedy
                        + (remedy.endsWith("?")
                                ? ""
                                : ", put the adapter's jar into " + adapters + "; if not, remove it."));
    }

    @Test
    void variableOfAPlatformWithoutAnAdapterIsNotTakenForAnotherPlatforms() {
        assertThatThrownBy(() -> load(Map.of("OSE_OSS_ACME_ADMIN_ENDPOINT", URL), "--oss.adapters.dir=" + adapters))
                .hasMessageContainingAll("OSE_OSS_ACME_ADMIN_ENDPOINT", "put the adapter's jar into " + adapters);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-rw-r--", "rw-r--rw-"})
    void jarThatOthersMayWriteIsNotLoaded(String permissions) throws IOException {
        VendorAdapter.of("acme").write(jar);
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString(permissions));

        assertThat(problem().line())
                .startsWith("OSE-1010: Adapters are not loaded from " + jar.toRealPath()
                        + ", which others than its owner may write.");
    }

    @Test
    void jarInADirectoryThatOthersMayWriteIsNotLoaded() throws IOException {
        VendorAdapter.of("acme").write(jar);
        Files.setPosixFilePermissions(adapters, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(problem().line()).startsWith("OSE-1010: Adapters are not loaded from " + adapters.toRealPath());
    }

    @Test
    void linkToAJarIsTrustedAsTheJarIs() throws IOException {
        Path elsewhere = VendorAdapter.of("acme").write(folder.resolve("elsewhere/acme.jar"));
        Files.createDirectories(adapters);
        Files.createSymbolicLink(jar, elsewhere);
        load(Map.of(), "--oss.adapters.dir=" + adapters);

        Files.setPosixFilePermissions(elsewhere.getParent(), PosixFilePermissions.fromString("rwxrwxr-x"));

        assertThat(problem().line()).startsWith("OSE-1010").contains("elsewhere");
    }

    @Test
    void fileThatIsNoJarIsBroken() throws IOException {
        Files.createDirectories(adapters);
        Files.writeString(jar, "no jar");

        assertThat(problem().line())
                .startsWith("OSE-1011: The adapter " + jar + " cannot be used: it cannot be loaded");
    }

    @Test
    void adapterWithAKeyThatIsNotItsOwnIsBroken() throws IOException {
        new VendorAdapter("acme", PlatformAdapterFactory.API_VERSION, "oss.other.", "").write(jar);

        assertThat(problem().line())
                .startsWith("OSE-1011")
                .contains("oss.other.url, which does not begin with oss.acme.");
    }

    @Test
    void adapterWhoseOptionsWouldBeAmongTheNodesOwnIsBroken() throws IOException {
        VendorAdapter.of("metadata").write(jar);

        assertThat(problem().line()).startsWith("OSE-1011").contains("of the kind metadata");
    }

    @Test
    void jarThatNamesOtherFilesIsBroken() throws IOException {
        new VendorAdapter("acme", PlatformAdapterFactory.API_VERSION, "oss.acme.", "other.jar").write(jar);

        assertThat(problem().line()).startsWith("OSE-1011").contains("Class-Path");
    }

    @Test
    void kindThatIsThereAlreadyIsDoubled() throws IOException {
        VendorAdapter.of("ceph").write(jar);
        assertThat(problem().line())
                .startsWith("OSE-1012: The adapter " + jar
                        + " is of the kind ceph, as one that comes with this version is.");

        VendorAdapter.of("acme").write(jar);
        VendorAdapter.of("acme").write(adapters.resolve("again.jar"));
        assertThat(problem().line())
                .startsWith("OSE-1012")
                .contains("again.jar is of the kind acme, as " + jar + " is.");
    }

    @Test
    void adapterForANewerApiIsRefused() throws IOException {
        new VendorAdapter("acme", PlatformAdapterFactory.API_VERSION + 1, "oss.acme.", "").write(jar);

        assertThat(problem().line()).startsWith("OSE-1013: The adapter " + jar + " was built for version 2");
    }

    @Test
    void adapterSeesOfTheProgramTheApiOnly() throws Exception {
        Path written = VendorAdapter.of("acme").write(jar);
        try (AdapterClassLoader loader = new AdapterClassLoader(written.toUri().toURL())) {
            assertThat(loader.loadClass(PlatformAdapterFactory.class.getName())).isSameAs(PlatformAdapterFactory.class);
            assertThat(loader.loadClass("vendor.Factory").getClassLoader()).isSameAs(loader);
            assertThat(catchThrowableOfType(
                            ClassNotFoundException.class, () -> loader.loadClass(OptionCatalogue.class.getName())))
                    .isNotNull();
            assertThat(catchThrowableOfType(
                            ClassNotFoundException.class,
                            () -> loader.loadClass("dev.ose.adapter.ceph.CephAdapterFactory")))
                    .isNotNull();
        }
    }

    @Test
    void adaptersOfThisReleaseDescribeThemselvesAsTheyMust() {
        assertThat(AdapterRegistry.builtIn().factories())
                .allSatisfy(
                        factory -> assertThat(AdapterDescription.flaw(factory)).isEmpty());
    }

    private Configuration load(Map<String, String> environment, String... arguments) {
        return ConfigurationLoader.load(List.of(arguments), environment);
    }

    private ConfigurationProblem problem(String... arguments) {
        List<String> all = Stream.concat(Stream.of("--oss.adapters.dir=" + adapters), Stream.of(arguments))
                .toList();
        List<ConfigurationProblem> problems = catchThrowableOfType(
                        ConfigurationException.class, () -> ConfigurationLoader.load(all, Map.of()))
                .problems();
        assertThat(problems).hasSize(1);
        return problems.getFirst();
    }
}
