package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Configurations of VMware's product. */
class FormerKeysTest {

    /** With the published defaults and examples. */
    @ParameterizedTest
    @CsvSource({
        "server.port,443",
        "server.undertow.threads.io,24",
        "server.undertow.threads.worker,256",
        "server.undertow.accesslog.enabled,true",
        "spring.datasource.hikari.maximumPoolSize,180",
        "spring.datasource.hikari.maxLifetime,1800000",
        "spring.datasource.hikari.idleTimeout,600000",
        "spring.datasource.hikari.connectionTimeout,30000",
        "s3.client.max.connections,1000",
        "s3.client.upload.multipart.threshold,1073741824",
        "s3.client.upload.multipart.mini-part-size,1073741824",
        "s3.client.copy.multipart.threshold,1073741824",
        "s3.client.copy.multipart.mini-part-size,1073741824",
        "oss.object.count.estimate,true",
        "oss.object.count.estimate.threshold,100000"
    })
    void keyThatGoesOnTakesTheValuesItHad(String key, String value) {
        Configuration configuration = ConfigurationLoader.load(List.of("--" + key + "=" + value), Map.of());

        assertThat(OptionCatalogue.builtIn().find(key))
                .hasValueSatisfying(
                        option -> assertThat(configuration.isSet(option)).isTrue());
    }

    @ParameterizedTest
    @CsvSource({
        "s3.client.path.style.access,false",
        "oss.object.count.estimate,true",
        "oss.object.count.estimate.threshold,100000"
    })
    void keyWithoutEffectIsTakenWithAWarning(String key, String value) {
        Configuration configuration = ConfigurationLoader.load(List.of("--" + key + "=" + value), Map.of());

        assertThat(configuration.warnings())
                .singleElement()
                .extracting(ConfigurationProblem::line)
                .asString()
                .startsWith("OSE-1008: " + key)
                .contains("without effect");
    }

    @Test
    void keyWithAnEffectHasNoWarning() {
        assertThat(ConfigurationLoader.load(List.of("--server.port=9443"), Map.of())
                        .warnings())
                .isEmpty();
    }

    @Test
    void encryptionOfTenantsMayBeOffButNotOn() {
        assertThat(ConfigurationLoader.load(List.of("--oss.tenant.sse.enabled=false"), Map.of())
                        .warnings())
                .isEmpty();
        assertThat(problem(List.of("--oss.tenant.sse.enabled=true"), Map.of()).line())
                .startsWith("OSE-1006: oss.tenant.sse.enabled")
                .contains("not part of this version");
    }

    @Test
    void loggerOfTheFormerProductIsOurs() {
        String variable = "OSE_LOGGING_LEVEL_COM_VMWARE_VOSS";

        assertThat(ConfigurationLoader.load(List.of("--logging.level.com.vmware.voss=WARN"), Map.of())
                        .passed())
                .isEqualTo(Map.of("logging.level.dev.ose", "WARN"));
        assertThat(ConfigurationLoader.load(List.of(), Map.of(variable, "WARN")).passed())
                .isEqualTo(Map.of("logging.level.dev.ose", "WARN"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void keyIsAnOptionOrStandsForAnother(DeprecatedOption former) {
        assertThat(OptionCatalogue.builtIn().find(former.key()).isPresent())
                .as(former.key())
                .isEqualTo(DeprecatedOptions.mapped(former.key()).isEmpty());
    }

    @Test
    void eachIsToldOnceAndNoneIsForgotten() {
        assertThat(DeprecatedOptions.all())
                .extracting(DeprecatedOption::key)
                .hasSize(18)
                .doesNotHaveDuplicates();
    }

    static List<DeprecatedOption> all() {
        return DeprecatedOptions.all();
    }

    private static ConfigurationProblem problem(List<String> arguments, Map<String, String> environment) {
        List<ConfigurationProblem> problems = catchThrowableOfType(
                        ConfigurationException.class, () -> ConfigurationLoader.load(arguments, environment))
                .problems();
        assertThat(problems).hasSize(1);
        return problems.getFirst();
    }
}
