package dev.ose.adapter.minio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeySecretsTest {

    private static final String ACCESS_KEY = "OSE23456789ABCDEFGHJ";

    private final KeySecrets secrets = new KeySecrets(Secret.of("0123456789abcdef0123456789abcdef"));

    /** As HMAC-SHA256 by OpenSSL has it: another derivation would lose the keys of every installation. */
    @Test
    void derivationIsFixed() {
        assertThat(text(secrets.key(ACCESS_KEY, true).secretKey()))
                .isEqualTo("K2kBMqq5QHxIGoa0q6MF5U3bQMy6-PHHF4NsFIFp");
        assertThat(secrets.mark(ACCESS_KEY)).isEqualTo("ose1.2owCQiNzu_CHLY0Obuvrt8");
    }

    @Test
    void otherAccessKeyOrSecretGivesOtherSecretKeysAndMarks() {
        KeySecrets others = new KeySecrets(Secret.of("0123456789abcdef0123456789abcdeg"));

        assertThat(others.key(ACCESS_KEY, true).secretKey())
                .isNotEqualTo(secrets.key(ACCESS_KEY, true).secretKey());
        assertThat(others.mark(ACCESS_KEY)).isNotEqualTo(secrets.mark(ACCESS_KEY));
        assertThat(secrets.key("OSE23456789ABCDEFGHK", true).secretKey())
                .isNotEqualTo(secrets.key(ACCESS_KEY, true).secretKey());
        assertThat(secrets.mark(ACCESS_KEY))
                .doesNotContain(text(secrets.key(ACCESS_KEY, true).secretKey()));
    }

    private static String text(Secret secret) {
        return secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
