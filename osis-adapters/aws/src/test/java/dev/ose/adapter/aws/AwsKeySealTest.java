package dev.ose.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class AwsKeySealTest {

    private static final PlatformKey KEY = new PlatformKey("AKIAEXAMPLE", Secret.of("wJalrXUtnFEMI"));

    private final AwsKeySeal seal = seal("a secret of thirty-two characters or more");

    private static AwsKeySeal seal(String secret) {
        return new AwsKeySeal(Secret.of(secret), new SecureRandom());
    }

    @Test
    void sealedKeyIsOpenedAndNeverTheSameText() {
        String text = seal.seal(KEY);

        assertThat(seal.open("AKIAEXAMPLE", text)).contains(KEY);
        assertThat(seal.seal(KEY)).isNotEqualTo(text);
        assertThat(text).doesNotContain("wJalr");
    }

    @Test
    void keyOfAnotherSecretOrAnotherAccessKeyIsNotOpened() {
        String text = seal.seal(KEY);

        assertThat(seal("another secret of thirty-two characters").open("AKIAEXAMPLE", text))
                .isEmpty();
        assertThat(seal.open("AKIAOTHER", text)).isEmpty();
        assertThat(seal.open("AKIAEXAMPLE", "no base64!")).isEmpty();
        assertThat(seal.open("AKIAEXAMPLE", "")).isEmpty();
    }
}
