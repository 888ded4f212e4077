package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpringKeysTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.jackson.default-property-inclusion",
                "spring.task.scheduling.pool.size",
                "server.max-http-request-header-size",
                "logging.pattern.dateformat",
                "management.metrics.tags.site",
                "springdoc.cache.disabled",
                "debug"
            })
    void propertyOfSpringIsPassedOnWithAWarning(String key) {
        Configuration configuration = load(key, "x");

        assertThat(configuration.passed()).isEqualTo(Map.of(key, "x"));
        assertThat(lines(configuration))
                .singleElement()
                .asString()
                .startsWith("OSE-1007: " + key + " is no option of OSE");
    }

    @ParameterizedTest
    @CsvSource({"info,It may stay.", "DEBUG,ose args unset", "Trace,ose args unset", "off,It may stay."})
    void levelOfALoggerIsPassedOn(String level, String remedy) {
        Configuration configuration = load("logging.level.dev.ose.server.sync", level);

        assertThat(configuration.passed()).isEqualTo(Map.of("logging.level.dev.ose.server.sync", level));
        assertThat(lines(configuration)).singleElement().asString().contains(remedy);
    }

    @Test
    void levelThatThereIsNotIsRefused() {
        assertThat(problem("logging.level.dev.ose", "loud").line()).startsWith("OSE-1002: logging.level.dev.ose");
    }

    /** Spring takes each of these spellings for the same name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.config.import",
                "spring.config.additional-location",
                "spring.main.sources",
                "spring.web.resources.static-locations",
                "spring.Web.Resources.staticLocations",
                "spring.w-e-b.resources.add-mappings",
                "spring.mvc.servlet.path",
                "spring.MVC.static_path_pattern",
                "spring.security.user.password",
                "spring.autoconfigure.exclude",
                "spring.jackson.deserialization.fail-on-unknown-properties",
                "spring.ssl.bundle.pem.admin.keystore.certificate",
                "server.servlet.context-path",
                "springdoc.api-docs.path",
                "spring.profiles.active",
                "spring.we\u0131b.resources"
            })
    void propertyThatCouldUndoASafeguardIsRefused(String key) {
        assertThat(problem(key, "x").line()).startsWith("OSE-1009: " + key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"spring.datasource.hikari.maximum-pool-size", "server.PORT", "logging.level.ROOT", "server.prot"
            })
    void otherSpellingOfAnOptionIsNoPropertyOfSpring(String key) {
        assertThat(problem(key, "5").line()).startsWith("OSE-1001").contains("Did you mean");
    }

    @ParameterizedTest
    @ValueSource(strings = {"oss.s3.prot", "springs.x", "java.home", "logginglevel"})
    void otherUnknownKeyIsRefused(String key) {
        assertThat(problem(key, "x").line()).startsWith("OSE-1001");
    }

    @Test
    void namesThatSpeakOfSecretsAreKnown() {
        assertThat(SpringKeys.isSecret("spring.mail.pass-word")).isTrue();
        assertThat(SpringKeys.isSecret("spring.mail.host")).isFalse();
    }

    private static Configuration load(String key, String value) {
        return ConfigurationLoader.load(List.of("--" + key + "=" + value), Map.of());
    }

    private static List<String> lines(Configuration configuration) {
        return configuration.warnings().stream().map(ConfigurationProblem::line).toList();
    }

    private static ConfigurationProblem problem(String key, String value) {
        return catchThrowableOfType(ConfigurationException.class, () -> load(key, value))
                .problems()
                .getFirst();
    }
}
