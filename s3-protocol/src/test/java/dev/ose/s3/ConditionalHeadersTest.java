package dev.ose.s3;

import static dev.ose.s3.ConditionalHeaders.ReadOutcome.NOT_MODIFIED;
import static dev.ose.s3.ConditionalHeaders.ReadOutcome.PRECONDITION_FAILED;
import static dev.ose.s3.ConditionalHeaders.ReadOutcome.PROCEED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ConditionalHeaders.ReadOutcome;
import dev.ose.s3.ConditionalHeaders.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionalHeadersTest {

    private static final ETag TAG = new ETag("abc");
    private static final Instant MODIFIED = Instant.parse("2026-05-04T10:20:30.987Z");
    private static final String SAME = "Mon, 04 May 2026 10:20:30 GMT";
    private static final String BEFORE = "Mon, 04 May 2026 10:20:29 GMT";

    @ParameterizedTest
    @ValueSource(strings = {"abc", "\"abc\"", "*", "\"x\", \"abc\"", "\"a,b\",abc", " abc "})
    void ifMatchNamesTheTag(String header) {
        assertThat(read(header, null, null, null)).isEqualTo(PROCEED);
        assertThat(read(null, header, null, null)).isEqualTo(NOT_MODIFIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abcd", "\"x\"", "\"abc,\"", "ABC"})
    void ifMatchNamesAnotherTag(String header) {
        assertThat(read(header, null, null, null)).isEqualTo(PRECONDITION_FAILED);
        assertThat(read(null, header, null, null)).isEqualTo(PROCEED);
    }

    @Test
    void weakTagMatchesOnlyForIfNoneMatch() {
        assertThat(read("W/\"abc\"", null, null, null)).isEqualTo(PRECONDITION_FAILED);
        assertThat(read(null, "W/\"abc\"", null, null)).isEqualTo(NOT_MODIFIED);
    }

    @Test
    void ifMatchHidesIfUnmodifiedSince() {
        assertThat(read("abc", null, null, BEFORE)).isEqualTo(PROCEED);
        assertThat(read("x", null, null, SAME)).isEqualTo(PRECONDITION_FAILED);
    }

    @Test
    void ifNoneMatchHidesIfModifiedSince() {
        assertThat(read(null, "x", SAME, null)).isEqualTo(PROCEED);
        assertThat(read(null, "abc", BEFORE, null)).isEqualTo(NOT_MODIFIED);
    }

    @Test
    void failedMatchWinsOverNotModified() {
        assertThat(read("x", "abc", null, null)).isEqualTo(PRECONDITION_FAILED);
        assertThat(read("abc", "abc", null, null)).isEqualTo(NOT_MODIFIED);
    }

    @Test
    void datesCompareInSeconds() {
        assertThat(read(null, null, SAME, null)).isEqualTo(NOT_MODIFIED);
        assertThat(read(null, null, BEFORE, null)).isEqualTo(PROCEED);
        assertThat(read(null, null, null, SAME)).isEqualTo(PROCEED);
        assertThat(read(null, null, null, BEFORE)).isEqualTo(PRECONDITION_FAILED);
    }

    @Test
    void unreadableDateIsIgnored() {
        assertThat(read(null, null, "yesterday", "tomorrow")).isEqualTo(PROCEED);
    }

    @Test
    void copyProceedsOnlyWhenNothingObjects() {
        assertThat(new ConditionalHeaders("abc", null, null, null).allowsCopy(TAG, MODIFIED))
                .isTrue();
        assertThat(new ConditionalHeaders(null, "abc", null, null).allowsCopy(TAG, MODIFIED))
                .isFalse();
        assertThat(new ConditionalHeaders(null, null, SAME, null).allowsCopy(TAG, MODIFIED))
                .isFalse();
    }

    @Test
    void writeConditionsLookAtTheCurrentObject() {
        assertThat(write(null, "*", null)).isEqualTo(WriteOutcome.PROCEED);
        assertThat(write(null, "*", TAG)).isEqualTo(WriteOutcome.PRECONDITION_FAILED);
        assertThat(write(null, "abc", TAG)).isEqualTo(WriteOutcome.NOT_IMPLEMENTED);
        assertThat(write("abc", null, TAG)).isEqualTo(WriteOutcome.PROCEED);
        assertThat(write("*", null, TAG)).isEqualTo(WriteOutcome.PROCEED);
        assertThat(write("x", null, TAG)).isEqualTo(WriteOutcome.PRECONDITION_FAILED);
        assertThat(write("abc", null, null)).isEqualTo(WriteOutcome.NO_SUCH_KEY);
        assertThat(ConditionalHeaders.NONE.evaluateWrite(null)).isEqualTo(WriteOutcome.PROCEED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sun, 06 Nov 1994 08:49:37 GMT|1994-11-06T08:49:37Z",
                "Sunday, 06-Nov-94 08:49:37 GMT|1994-11-06T08:49:37Z",
                "Sun Nov  6 08:49:37 1994|1994-11-06T08:49:37Z",
                "2026-05-04T10:20:30Z|2026-05-04T10:20:30Z",
                "2026-05-04T10:20:30.123Z|2026-05-04T10:20:30.123Z"
            })
    void datesOfAllFormsAreRead(String header, Instant instant) {
        assertThat(HttpDate.parse(header)).contains(instant);
    }

    @Test
    void dateIsWrittenInTheFixedForm() {
        assertThat(HttpDate.format(MODIFIED)).isEqualTo(SAME);
        assertThat(HttpDate.parse("x".repeat(10_000))).isEmpty();
    }

    @Test
    void everyMonthAndDayIsWrittenAndRead() {
        for (int day = 0; day < 366; day++) {
            Instant instant = Instant.parse("2024-01-01T01:02:03Z").plus(Duration.ofDays(day));

            assertThat(HttpDate.format(instant)).hasSize(29);
            assertThat(HttpDate.parse(HttpDate.format(instant))).contains(instant);
        }
    }

    private static ReadOutcome read(
            @Nullable String match, @Nullable String noneMatch, @Nullable String since, @Nullable String unless) {
        return new ConditionalHeaders(match, noneMatch, since, unless).evaluateRead(TAG, MODIFIED);
    }

    private static WriteOutcome write(@Nullable String match, @Nullable String noneMatch, @Nullable ETag current) {
        return new ConditionalHeaders(match, noneMatch, null, null).evaluateWrite(current);
    }
}
