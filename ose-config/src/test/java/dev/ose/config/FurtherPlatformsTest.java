package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FurtherPlatformsTest {

    private static final String[] TWO_CEPHS = {
        "--oss.platform=ceph",
        "--oss.ceph.admin-endpoint=http://fast:8000",
        "--oss.ceph.access-key=FAST",
        "--oss.ceph.secret-key-file=/fast",
        "--oss.platforms=archive",
        "--oss.platforms.archive.kind=ceph",
        "--oss.platforms.archive.ceph.admin-endpoint=http://cheap:8000",
        "--oss.platforms.archive.ceph.access-key=CHEAP",
        "--oss.platforms.archive.ceph.secret-key-file=/cheap",
    };

    @Test
    void withoutFurtherPlatformsThereIsTheMainOne() {
        Configuration configuration = load();

        assertThat(configuration.platforms()).containsExactly(Map.entry("main", configuration));
        assertThat(configuration.platform()).isEqualTo("main");
    }

    @Test
    void eachPlatformHasItsOwnOptions() {
        Map<String, Configuration> platforms = load(TWO_CEPHS).platforms();

        assertThat(platforms.keySet()).containsExactly("main", "archive");
        assertThat(adminEndpoint(platforms, "main")).isEqualTo(URI.create("http://fast:8000"));
        assertThat(adminEndpoint(platforms, "archive")).isEqualTo(URI.create("http://cheap:8000"));
    }

    @Test
    void optionsOfTheMainPlatformAreNotThoseOfAnother() {
        Configuration configuration = load(
                "--oss.platform=ceph",
                "--oss.ceph.admin-endpoint=http://fast:8000",
                "--oss.ceph.access-key=FAST",
                "--oss.ceph.secret-key-file=/fast",
                "--oss.platforms=small",
                "--oss.platforms.small.kind=embedded");

        Configuration small = Objects.requireNonNull(configuration.platforms().get("small"));

        assertThat(small.adapter().kind()).isEqualTo("embedded");
        assertThat(small.toString()).doesNotContain("oss.ceph.admin-endpoint");
        assertThat(small.get(S3Options.REGION)).isEqualTo(configuration.get(S3Options.REGION));
    }

    @Test
    void platformMayHaveARegionOfItsOwn() {
        Configuration configuration = load(with(TWO_CEPHS, "--oss.platforms.archive.region=cold-1"));

        assertThat(configuration.platformRegions()).containsExactly(Map.entry("archive", "cold-1"));
        assertThat(configuration.get(S3Options.REGION)).isEqualTo("us-east-1");
        assertThat(load(TWO_CEPHS).platformRegions()).isEmpty();
    }

    @Test
    void regionOfAnotherPlatformIsRefused() {
        assertThat(refusal(with(TWO_CEPHS, "--oss.platforms.archive.region=us-east-1")))
                .extracting(ConfigurationProblem::line)
                .containsExactly("OSE-1003: oss.platforms.archive.region and oss.s3.region are both us-east-1. Choose a"
                        + " region that no other platform has, or leave it out.");
    }

    private static String[] with(String[] arguments, String further) {
        return Stream.concat(Stream.of(arguments), Stream.of(further)).toArray(String[]::new);
    }

    @Test
    void missingOptionIsNamedAsThePlatformHasIt() {
        assertThat(refusal("--oss.platforms=archive", "--oss.platforms.archive.kind=ceph"))
                .extracting(ConfigurationProblem::line)
                .first()
                .isEqualTo("OSE-1003: oss.platforms.archive.kind is ceph and"
                        + " oss.platforms.archive.ceph.admin-endpoint is not set. Set it, or choose another platform.");
    }

    @Test
    void platformWithoutKindIsRefused() {
        assertThat(refusal("--oss.platforms=archive"))
                .singleElement()
                .extracting(ConfigurationProblem::option)
                .isEqualTo("oss.platforms.archive.kind");
    }

    @Test
    void optionOfAnUnlistedPlatformIsRefused() {
        assertThat(refusal("--oss.platforms.archive.kind=ceph"))
                .singleElement()
                .extracting(ConfigurationProblem::remedy)
                .isEqualTo("Add archive to oss.platforms, or remove it.");
    }

    @Test
    void optionOfAnotherKindIsRefused() {
        assertThat(refusal(Stream.concat(
                                Stream.of(TWO_CEPHS), Stream.of("--oss.platforms.archive.osis.endpoint=https://osis"))
                        .toArray(String[]::new)))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "Archive", "a,a", "a,,b", "-a", "a.b", "a b"})
    void unusableNamesAreRefused(String names) {
        assertThat(refusal("--oss.platforms=" + names))
                .extracting(ConfigurationProblem::option)
                .contains("oss.platforms");
    }

    @Test
    void onePlatformRunsInsideTheNodeAtMost() {
        assertThat(refusal("--oss.platforms=second", "--oss.platforms.second.kind=embedded"))
                .singleElement()
                .extracting(ConfigurationProblem::happened)
                .isEqualTo("The platforms main, second all run inside the node.");
    }

    @Test
    void eachPlatformHasItsOwnSecrets() {
        OptionCatalogue catalogue = load(TWO_CEPHS).catalogue();

        assertThat(catalogue.secret("oss.ceph.secret-key")).isPresent();
        assertThat(catalogue.secret("oss.platforms.archive.ceph.secret-key"))
                .get()
                .extracting(secret -> secret.file().key())
                .isEqualTo("oss.platforms.archive.ceph.secret-key-file");
    }

    @Test
    void environmentSetsOptionsOfPlatforms() {
        Configuration configuration = ConfigurationLoader.load(
                Stream.of(TWO_CEPHS)
                        .filter(argument -> !argument.startsWith("--oss.platforms.archive.ceph.admin-endpoint="))
                        .toList(),
                Map.of("OSE_OSS_PLATFORMS_ARCHIVE_CEPH_ADMIN_ENDPOINT", "http://other:8000"));

        assertThat(adminEndpoint(configuration.platforms(), "archive")).isEqualTo(URI.create("http://other:8000"));
    }

    private static Object adminEndpoint(Map<String, Configuration> platforms, String name) {
        Configuration platform = Objects.requireNonNull(platforms.get(name));
        PlatformAdapterFactory adapter = platform.adapter();
        return adapter.options().stream()
                .filter(option -> option.key().equals("oss.ceph.admin-endpoint"))
                .flatMap(option -> platform.settings(adapter).find(option).stream())
                .findFirst()
                .orElseThrow();
    }

    private static Configuration load(String... arguments) {
        return ConfigurationLoader.load(List.of(arguments), Map.of());
    }

    private static List<ConfigurationProblem> refusal(String... arguments) {
        ConfigurationException refused = catchThrowableOfType(ConfigurationException.class, () -> load(arguments));
        assertThat(refused).isNotNull();
        return refused.problems();
    }
}
