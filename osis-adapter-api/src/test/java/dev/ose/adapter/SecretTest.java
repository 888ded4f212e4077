package dev.ose.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SecretTest {

    @Test
    void printsStars() {
        assertThat(Secret.of("hunter2")).hasToString("***");
        assertThat(new PlatformKey("AK", Secret.of("hunter2")).toString()).doesNotContain("hunter2");
    }

    @Test
    void equalsByContent() {
        assertThat(Secret.of("a")).isEqualTo(Secret.of("a".getBytes(StandardCharsets.UTF_8)));
        assertThat(Secret.of("a")).isNotEqualTo(Secret.of("b"));
    }

    @Test
    void lendsACopyThatIsZeroedAfterwards() {
        Secret secret = Secret.of("abc");

        byte[] kept = secret.use(bytes -> bytes);

        assertThat(kept).containsOnly(0);
        assertThat(secret.<String>use(bytes -> new String(bytes, StandardCharsets.UTF_8)))
                .isEqualTo("abc");
    }
}
