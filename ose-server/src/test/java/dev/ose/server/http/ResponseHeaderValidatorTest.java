package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseHeaderValidatorTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"a\r\nb: c", "a\rb", "a\nb", "a\u0000b", "a\u010ab", "\u560a", "\u560d", "\u2028", "\ud83d\ude00"
            })
    void valueThatWouldSplitTheAnswerIsRefused(String value) {
        assertThatThrownBy(() -> ResponseHeaderValidator.requireSafe("x-amz-meta-a", value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:b", "a\r\n", "a\u0000", "\u00e9", "a\u560a"})
    void nameThatIsNoTokenIsRefused(String name) {
        assertThatThrownBy(() -> ResponseHeaderValidator.requireSafe(name, "v"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "tab\there", "\u00e9\u00ff\u0080", "\"quoted\""})
    void latinValuePasses(String value) {
        assertThatCode(() -> ResponseHeaderValidator.requireSafe("x-amz-meta-a", value))
                .doesNotThrowAnyException();
    }
}
