package dev.ose.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyRangeTest {

    @Test
    void rangesBeginAtTheStartAtAKeyOrNextBehindOne() {
        String longest = "k".repeat(1024);

        assertThat(KeyRange.isPlace("")).isTrue();
        assertThat(KeyRange.isPlace("a/b")).isTrue();
        assertThat(KeyRange.isPlace(KeyRange.next(longest))).isTrue();

        assertThat(KeyRange.isPlace(longest + "k")).isFalse();
        assertThat(KeyRange.isPlace(KeyRange.next(longest + "k"))).isFalse();
        assertThat(KeyRange.isPlace("a\0b")).isFalse();
    }
}
