package dev.ose.keeper.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SealedExportTest {

    private static final Secret PASSWORD = Secret.of("correct horse");
    private static final byte[] CONTENTS = "spring.datasource.password=hidden".getBytes(StandardCharsets.UTF_8);
    private static final int HEADER_BYTES = 84;
    /** Sealed once, since the derivation of its key is meant to be expensive. */
    private static final byte[] SEALED = SealedExport.seal(CONTENTS, PASSWORD, new SecureRandom());

    @Test
    void passwordOpensWhatItSealed() {
        byte[] sealed = sealed();

        assertThat(SealedExport.open(sealed, PASSWORD)).isEqualTo(CONTENTS);
        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("hidden");
    }

    @Test
    void sameContentsLookDifferentEachTime() {
        assertThat(SealedExport.seal(CONTENTS, PASSWORD, new SecureRandom())).isNotEqualTo(SEALED);
    }

    @Test
    void otherPasswordIsToldFromDamage() {
        byte[] sealed = sealed();

        assertThatThrownBy(() -> SealedExport.open(sealed, Secret.of("correct horsf")))
                .hasMessageStartingWith("OSE-1313");
    }

    @Test
    void fileThatIsCutAnywhereIsToldSo() {
        byte[] sealed = sealed();

        for (int length = 8; length < sealed.length; length++) {
            byte[] cut = Arrays.copyOf(sealed, length);
            assertThatThrownBy(() -> SealedExport.open(cut, PASSWORD)).hasMessageStartingWith("OSE-1312");
        }
        assertThatThrownBy(() -> SealedExport.open(Arrays.copyOf(sealed, sealed.length + 1), PASSWORD))
                .hasMessageStartingWith("OSE-1312");
    }

    @Test
    void alteredContentsAreRefused() {
        for (int at : new int[] {HEADER_BYTES, HEADER_BYTES + CONTENTS.length, HEADER_BYTES + CONTENTS.length + 15}) {
            byte[] altered = sealed();
            altered[at] ^= 1;
            assertThatThrownBy(() -> SealedExport.open(altered, PASSWORD)).hasMessageStartingWith("OSE-1314");
        }
    }

    @Test
    void alteredHeaderIsRefusedBeforeItCostsMemory() {
        byte[] greedy = sealed();
        greedy[8] = 0x7f;
        byte[] resalted = sealed();
        resalted[20] ^= 1;

        assertThatThrownBy(() -> SealedExport.open(greedy, PASSWORD)).hasMessageStartingWith("OSE-1314");
        assertThatThrownBy(() -> SealedExport.open(resalted, PASSWORD)).hasMessageStartingWith("OSE-1313");
    }

    @Test
    void otherFilesAndLaterVersionsAreTold() {
        byte[] later = sealed();
        later[7] = '2';

        assertThatThrownBy(() -> SealedExport.open("PK".getBytes(StandardCharsets.US_ASCII), PASSWORD))
                .hasMessageContainingAll("OSE-1311", "no export of OSE");
        assertThatThrownBy(() -> SealedExport.open(later, PASSWORD))
                .hasMessageContainingAll("OSE-1311", "version 2", "a later one");
    }

    /** A copy that a test may alter. */
    private static byte[] sealed() {
        return SEALED.clone();
    }
}
