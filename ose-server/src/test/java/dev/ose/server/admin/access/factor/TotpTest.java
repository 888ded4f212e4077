package dev.ose.server.admin.access.factor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Codes by the examples of the standards. */
class TotpTest {

    private static final Secret KEY = Secret.of("12345678901234567890");

    /** The last six of the eight digits of RFC 6238, appendix B. */
    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void codesAreThoseOfTheStandard(long second, String code) {
        assertThat(Totp.code(KEY, Totp.step(Instant.ofEpochSecond(second)))).isEqualTo(code);
    }

    @Test
    void neighbouringStepsMatchAndNoOthers() {
        Instant now = Instant.ofEpochSecond(1_234_567_890);
        long step = Totp.step(now);

        for (long near = step - 1; near <= step + 1; near++) {
            assertThat(Totp.matching(KEY, Secret.of(Totp.code(KEY, near)), now)).hasValue(near);
        }
        assertThat(Totp.matching(KEY, Secret.of(Totp.code(KEY, step + 2)), now)).isEmpty();
        assertThat(Totp.matching(KEY, Secret.of(Totp.code(KEY, step - 2)), now)).isEmpty();
    }

    /** RFC 4648, section 10, without padding. */
    @ParameterizedTest
    @CsvSource({"f, MY", "fo, MZXQ", "foo, MZXW6", "foob, MZXW6YQ", "fooba, MZXW6YTB", "foobar, MZXW6YTBOI"})
    void base32IsThatOfTheStandard(String plain, String encoded) {
        assertThat(Base32.encode(plain.getBytes(StandardCharsets.US_ASCII))).isEqualTo(encoded);
    }
}
