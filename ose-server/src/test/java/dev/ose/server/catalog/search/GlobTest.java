package dev.ose.server.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "*,          anything,  true",
                "*,          \"\",      true",
                "logs/*,     logs/a,    true",
                "logs/*,     log/a,     false",
                "*.gz,       a.gz.gz,   true",
                "*.gz,       a.gzip,    false",
                "a?c,        abc,       true",
                "a?c,        a😀c,      true",
                "a?c,        ac,        false",
                "*a*b*,      xxaxxbxx,  true",
                "*a*b*,      xxbxxaxx,  false",
                "a**b,       ab,        true",
                "100%,       1000,      false",
                "a_c,        abc,       false",
                "\"\",       \"\",      true"
            })
    void matchesWholeText(String pattern, String text, boolean matches) {
        assertThat(new Glob(pattern).matches(text)).isEqualTo(matches);
    }

    @Test
    void whatIsSpecialToSqlIsTakenLiterally() {
        assertThat(new Glob("a*b?c%d_e\\f").like()).isEqualTo("a%b_c\\%d\\_e\\\\f");
    }

    @Test
    void costlyPatternsAreRefused() {
        assertThatThrownBy(() -> new Glob("*a".repeat(9))).isInstanceOf(IllegalArgumentException.class);
        assertThat(new Glob("*a".repeat(8) + "b").matches("a".repeat(100_000))).isFalse();
    }
}
