package dev.ose.adapter.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTypesTest {

    private static final OptionType<Duration> TIME = OptionTypes.time(Duration.ofMillis(100), Duration.ofMinutes(10));

    @ParameterizedTest
    @CsvSource({"250,PT0.25S", "250ms,PT0.25S", "5s,PT5S", "2m,PT2M"})
    void timeHasAUnitOrIsInMilliseconds(String text, Duration value) throws UnusableValueException {
        assertThat(TIME.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"99", "11m", "5 s", "-1s", "1d", ""})
    void timeOutsideOfItsBoundsOrFormIsUnusable(String text) {
        unusable(TIME, text);
        assertThat(TIME.allowed()).startsWith("a time from 100ms to 10m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://s3.example.com", "https://s3.example.com/path", "https://", "s3.example.com"})
    void urlOfAServiceAtTheRootOfItsHostHasNoPath(String text) {
        unusable(OptionTypes.httpUrl(), text);
    }

    /** Java reads the host of such an address as absent. */
    @Test
    void urlWithAnUnderscoreInItsHostIsUnusableAndTheRuleNamesIt() {
        unusable(OptionTypes.httpUrl(), "http://my_host");
        unusable(OptionTypes.httpUrlWithPath(), "http://my_host/osis");
        assertThat(OptionTypes.httpUrl().allowed()).contains("without underscores in its host");
        assertThat(OptionTypes.httpUrlWithPath().allowed()).contains("without underscores in its host");
    }

    @Test
    void urlOfAServiceMayHaveAPathWhereItsTypeSaysSo() throws UnusableValueException {
        assertThat(OptionTypes.httpUrlWithPath().parse("https://osis.example.com:8443/osis"))
                .hasPath("/osis");
    }

    @Test
    void pathIsAbsoluteAsAValue() throws UnusableValueException {
        assertThat(OptionTypes.path().parse("a/../b")).isEqualTo(Path.of("b").toAbsolutePath());
        assertThat(OptionTypes.path().parse("~/b")).isEqualTo(Path.of(System.getProperty("user.home"), "b"));
    }

    @Test
    void numberOutsideOfItsBoundsIsUnusable() throws UnusableValueException {
        assertThat(OptionTypes.count(1, 10).parse("10")).isEqualTo(10);
        unusable(OptionTypes.count(1, 10), "11");
        unusable(OptionTypes.bytes(1, 10), "0x1");
    }

    private static void unusable(OptionType<?> type, String text) {
        assertThatExceptionOfType(UnusableValueException.class).isThrownBy(() -> type.parse(text));
    }
}
