package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/JSON; charset=utf-8",
                "application/json, */*;q=0.8",
                "application/json;q=0.5, application/xml;q=0.4"
            })
    void jsonIsForWhoPrefersIt(String accept) {
        assertThat(Accept.prefersJson(List.of(accept))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*/*",
                "application/*",
                "application/xml",
                "application/json, text/plain, */*",
                "application/json, application/*",
                "application/json, text/xml",
                "application/json;q=0",
                "application/json;q=x",
                "application/jsonp",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
            })
    void xmlIsForEverybodyElse(String accept) {
        assertThat(Accept.prefersJson(List.of(accept))).isFalse();
        assertThat(Accept.prefersJson(List.of())).isFalse();
    }

    @Test
    void severalHeadersAreOneList() {
        assertThat(Accept.prefersJson(List.of("application/json", "text/html"))).isTrue();
        assertThat(Accept.prefersJson(List.of("application/json", "*/*"))).isFalse();
    }

    @Test
    void whatIsTooLongIsNotRead() {
        assertThat(Accept.prefersJson(List.of("application/json" + ", a/b".repeat(500))))
                .isFalse();
    }
}
