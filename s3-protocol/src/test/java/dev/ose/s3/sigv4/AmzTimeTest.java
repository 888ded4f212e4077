package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmzTimeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2026-11-20T01:02:03Z", "9999-12-31T23:59:59Z"})
    void timeIsReadAsWritten(String time) {
        Instant instant = Instant.parse(time);

        assertThat(AmzTime.parse(AmzTime.format(instant))).isEqualTo(instant);
        assertThat(AmzTime.format(instant)).isEqualTo(time.replace("-", "").replace(":", ""));
    }

    @Test
    void fractionsAreCut() {
        assertThat(AmzTime.format(Instant.parse("2013-05-24T00:00:00.999Z"))).isEqualTo("20130524T000000Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "20130524",
                "20130524T000000",
                "20130524T000000z",
                "20130524 000000Z",
                "20130229T000000Z",
                "20130524T240000Z",
                "20130524T006000Z",
                "20130524T000060Z",
                "2013052aT000000Z",
                "20130524T0000 0Z",
                "+0130524T000000Z",
                "20130524T000000ZZ",
                "٢٠١٣٠٥٢٤T000000Z"
            })
    void otherTextIsNoTime(String text) {
        assertThat(AmzTime.parse(text)).isNull();
    }
}
