package dev.ose.s3.lock;

import static dev.ose.s3.lock.RetentionMode.COMPLIANCE;
import static dev.ose.s3.lock.RetentionMode.GOVERNANCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectLockTest {

    private static final Instant NOW = Instant.parse("2026-02-27T10:00:00Z");
    private static final Instant LATER = NOW.plus(Duration.ofDays(1));
    private static final Instant MUCH_LATER = NOW.plus(Duration.ofDays(2));

    @ParameterizedTest
    @CsvSource({
        "GOVERNANCE, false, true",
        "GOVERNANCE, true, false",
        "COMPLIANCE, false, true",
        "COMPLIANCE, true, true"
    })
    void retentionProtectsUnlessItIsBypassed(RetentionMode mode, boolean bypass, boolean isProtected) {
        ObjectLock lock = ObjectLock.NONE.withRetention(new Retention(mode, LATER));

        assertThat(lock.protects(NOW, bypass)).isEqualTo(isProtected);
        assertThat(lock.protects(LATER, bypass)).isFalse();
    }

    @Test
    void legalHoldProtectsWhateverTheRetention() {
        ObjectLock lock = ObjectLock.NONE.withLegalHold(true);

        assertThat(lock.protects(NOW, true)).isTrue();
        assertThat(lock.withLegalHold(false).protects(NOW, false)).isFalse();
        assertThat(lock.withRetention(new Retention(GOVERNANCE, LATER)).protects(MUCH_LATER, true))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        // present, wanted, bypass, permitted
        "GOVERNANCE, GOVERNANCE later, false, true",
        "GOVERNANCE, GOVERNANCE sooner, false, false",
        "GOVERNANCE, GOVERNANCE sooner, true, true",
        "GOVERNANCE, COMPLIANCE later, false, false",
        "GOVERNANCE, COMPLIANCE later, true, true",
        "GOVERNANCE, none, false, false",
        "GOVERNANCE, none, true, true",
        "COMPLIANCE, COMPLIANCE later, false, true",
        "COMPLIANCE, COMPLIANCE sooner, true, false",
        "COMPLIANCE, GOVERNANCE later, true, false",
        "COMPLIANCE, none, true, false"
    })
    void retentionChangesByItsRules(RetentionMode present, String wanted, boolean bypass, boolean isPermitted) {
        ObjectLock lock = ObjectLock.NONE.withRetention(new Retention(present, LATER));

        assertThat(lock.permits(retention(wanted), NOW, bypass)).isEqualTo(isPermitted);
        assertThat(lock.permits(retention(wanted), LATER, false)).isTrue();
    }

    private static @Nullable Retention retention(String text) {
        if (text.equals("none")) {
            return null;
        }
        int space = text.indexOf(' ');
        return new Retention(
                RetentionMode.valueOf(text.substring(0, space)),
                text.endsWith("later") ? MUCH_LATER : NOW.plus(Duration.ofHours(1)));
    }

    @Test
    void defaultRetentionCountsDaysAndCalendarYears() {
        assertThat(new DefaultRetention(COMPLIANCE, 2, DefaultRetention.Unit.DAYS).of(NOW))
                .isEqualTo(new Retention(COMPLIANCE, Instant.parse("2026-03-01T10:00:00Z")));
        assertThat(new DefaultRetention(GOVERNANCE, 2, DefaultRetention.Unit.YEARS).of(NOW))
                .isEqualTo(new Retention(GOVERNANCE, Instant.parse("2028-02-27T10:00:00Z")));
    }
}
