package dev.ose.s3;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeHeaderTest {

    @ParameterizedTest
    @CsvSource({
        "bytes=0-9,100,0,9",
        "bytes=0-999,100,0,99",
        "bytes=99-99,100,99,99",
        "bytes=10-,100,10,99",
        "bytes=-10,100,90,99",
        "bytes=-1000,100,0,99",
        "BYTES = 1 - 2,100,1,2",
        "bytes=0-99999999999999999999999999,100,0,99",
        "bytes=000-0000000000000000000000000005,100,0,5"
    })
    void satisfiableRangeIsResolved(String header, long size, long first, long last) {
        assertThat(RangeHeader.parse(header).orElseThrow().resolve(size)).contains(new ByteRange(first, last));
    }

    @ParameterizedTest
    @CsvSource({"bytes=100-,100", "bytes=100-200,100", "bytes=-0,100", "bytes=0-,0", "bytes=-5,0", "bytes=0-0,0"})
    void unsatisfiableRangeHasNoBytes(String header, long size) {
        assertThat(RangeHeader.parse(header).orElseThrow().resolve(size)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=-",
                "bytes=5-2",
                "bytes=a-b",
                "bytes=1-2,3-4",
                "items=0-1",
                "bytes=--1",
                "bytes=1--2",
                "bytes=+1-2",
                "bytes=0x1-2",
                "bytes=\u0661-2"
            })
    void anythingElseIsIgnored(String header) {
        assertThat(RangeHeader.parse(header)).isEmpty();
    }

    @Property(tries = 300)
    void parsingIsTotal(@ForAll String text) {
        assertThat(RangeHeader.parse("bytes=" + text)).isNotNull();
        assertThat(ByteRange.parse("bytes=" + text)).isNotNull();
    }

    @Test
    void copiedPartTakesClosedRangesOnly() {
        assertThat(ByteRange.parse("bytes=0-9")).contains(new ByteRange(0, 9));
        assertThat(new ByteRange(0, 9).lengthBytes()).isEqualTo(10);
        assertThat(new ByteRange(0, 9).headerValue()).isEqualTo("bytes=0-9");
        assertThat(ByteRange.parse("bytes=0-")).isEmpty();
        assertThat(ByteRange.parse("bytes=-9")).isEmpty();
        assertThat(ByteRange.parse("bytes=9-0")).isEmpty();
    }
}
