package dev.ose.server.platform.transport;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.sigv4.HeaderField;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadGuardTest {

    @Test
    void letsAnOrdinaryHeadPass() {
        assertThatCode(() -> RequestHeadGuard.check(
                        "PUT",
                        "/b/a%20b",
                        "partNumber=1&uploadId=x",
                        List.of(
                                new HeaderField("x-amz-meta-m", "tab\tblank latin \u00e9"),
                                new HeaderField("Host", "h:1"),
                                new HeaderField("x-amz-meta-empty", ""))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\nx-amz-acl: public-read",
                "a\nb",
                "a\rb",
                "a\0b",
                "\u560a",
                "\u560d",
                "\u2028",
                "a\u007fb",
                "\u0001",
                " a",
                "a ",
                "\u0100"
            })
    void refusesValuesThatTheWireWouldReadDifferently(String value) {
        assertRefused(
                () -> RequestHeadGuard.check("GET", "/b", "", List.of(new HeaderField("x-amz-meta-m", value))), value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/b c", "/b\r\nX: y", "/b\0", "/b\u560a", "/\u00e9", "/b#f", "b", ""})
    void refusesPathsThatTheWireWouldReadDifferently(String path) {
        assertRefused(() -> RequestHeadGuard.check("GET", path, "", List.of()), path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a:b", "a\r\nb", "", "\u00e9"})
    void refusesNamesThatAreNoTokens(String name) {
        assertRefused(() -> RequestHeadGuard.check("GET", "/b", "", List.of(new HeaderField(name, "v"))), name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=b c", "a=\n", "a=\u560a"})
    void refusesQueriesThatTheWireWouldReadDifferently(String query) {
        assertRefused(() -> RequestHeadGuard.check("GET", "/b", query, List.of()), query);
    }

    @Test
    void refusesAHeadWithoutBound() {
        assertRefused(
                () -> RequestHeadGuard.check(
                        "GET", "/b", "", List.of(new HeaderField("x-amz-meta-m", "x".repeat(70_000)))),
                "x".repeat(70_000));
    }

    private static void assertRefused(ThrowableAssert.ThrowingCallable check, String neverTold) {
        assertThatThrownBy(check).isInstanceOf(IllegalStateException.class).satisfies(refusal -> {
            if (neverTold.length() > 3) {
                Assertions.assertThat(refusal.getMessage()).doesNotContain(neverTold);
            }
        });
    }
}
