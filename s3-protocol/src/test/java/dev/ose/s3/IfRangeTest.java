package dev.ose.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IfRangeTest {

    private static final ETag TAG = new ETag("abc");
    private static final Instant MODIFIED = Instant.parse("2022-10-12T17:50:00.765Z");

    @ParameterizedTest
    @ValueSource(strings = {"\"abc\"", " \"abc\" ", "Wed, 12 Oct 2022 17:50:00 GMT"})
    void sameTagAndSameTimeHold(String header) {
        assertThat(IfRange.holds(header, TAG, MODIFIED)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"abd\"",
                "W/\"abc\"",
                "abc",
                "*",
                "",
                "\"abc\", \"abd\"",
                "Wed, 12 Oct 2022 17:50:01 GMT",
                "Wed, 12 Oct 2022 17:49:59 GMT",
                "2022-10-12T17:50:00.765Z",
                "Wednesday, 12-Oct-22 17:50:00 GMT"
            })
    void anythingElseDoesNot(String header) {
        assertThat(IfRange.holds(header, TAG, MODIFIED)).isFalse();
    }

    @Test
    void tagInUpperCaseIsAnother() {
        assertThat(IfRange.holds("\"ABC\"", TAG, MODIFIED)).isFalse();
    }
}
