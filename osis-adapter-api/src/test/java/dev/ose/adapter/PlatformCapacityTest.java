package dev.ose.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which figures are a capacity. */
class PlatformCapacityTest {

    @ParameterizedTest
    @CsvSource({"0,0,0", "1000,600,350", "1000,600,400", "9223372036854775807,9223372036854775807,0"})
    void usedAndAvailableFitIntoTheTotal(long total, long used, long available) {
        assertThat(new PlatformCapacity(total, used, available).totalBytes()).isEqualTo(total);
    }

    @ParameterizedTest
    @CsvSource({
        "-1,0,0",
        "1000,-1,0",
        "1000,0,-1",
        "1000,1001,0",
        "1000,0,1001",
        "1000,600,401",
        "9223372036854775807,9223372036854775807,9223372036854775807"
    })
    void otherFiguresAreRefused(long total, long used, long available) {
        assertThatThrownBy(() -> new PlatformCapacity(total, used, available))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
