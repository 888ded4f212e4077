package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What operators bring along from VMware's product. */
class FormerKeysTest {

    /** With the defaults and examples that were published. */
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
        "oss.object.count.estimate,true",
        "oss.object.count.estimate.threshold,100000"
    })
    void keyThatGoesOnTakesTheValuesItHad(String key, String value) {
        assertThat(FormerKeys.refusal(key)).isEmpty();

        Configuration configuration = ConfigurationLoader.load(List.of("--" + key + "=" + value), Map.of());

        assertThat(OptionCatalogue.find(key)).hasValueSatisfying(option -> assertThat(configuration.isSet(option))
                .isTrue());
    }

    @ParameterizedTest
    @CsvSource({
        "s3.client.path.style.access,false,oss.s3.domains",
        "oss.tenant.sse.enabled,true,not part of this version",
        "s3.client.upload.multipart.threshold,1073741824,none is ever split",
        "s3.client.upload.multipart.mini-part-size,1073741824,none is ever split",
        "s3.client.copy.multipart.threshold,1073741824,5 GiB",
        "s3.client.copy.multipart.mini-part-size,1073741824,5 GiB",
        "logging.level.com.vmware.voss,WARN,logging.level.root"
    })
    void keyThatDoesNotIsRefusedWithItsOwnReasonWhereverItIsSet(String key, String value, String words) {
        String variable = "OSE_" + key.toUpperCase(java.util.Locale.ROOT).replaceAll("[.-]", "_");

        assertThat(problem(List.of("--" + key + "=" + value), Map.of()).line())
                .startsWith("OSE-1006: " + key)
                .contains(words);
        assertThat(problem(List.of(), Map.of(variable, value)).line())
                .startsWith("OSE-1006: " + key)
                .contains(words);
    }

    @ParameterizedTest
    @MethodSource("all")
    void keyIsEitherAnOptionOrRefused(FormerKey former) {
        assertThat(OptionCatalogue.find(former.key()).isPresent())
                .as(former.key())
                .isEqualTo(FormerKeys.refusal(former.key()).isEmpty());
    }

    @Test
    void eachIsToldOnceAndNoneIsForgotten() {
        assertThat(FormerKeys.all()).extracting(FormerKey::key).hasSize(18).doesNotHaveDuplicates();
    }

    static List<FormerKey> all() {
        return FormerKeys.all();
    }

    private static ConfigurationProblem problem(List<String> arguments, Map<String, String> environment) {
        List<ConfigurationProblem> problems = catchThrowableOfType(
                        ConfigurationException.class, () -> ConfigurationLoader.load(arguments, environment))
                .problems();
        assertThat(problems).hasSize(1);
        return problems.getFirst();
    }
}
