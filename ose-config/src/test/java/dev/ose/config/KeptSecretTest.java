package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptSecretTest {

    @Test
    void everySecretIsNamedAfterTheOptionOfItsFile() {
        assertThat(KeptSecret.all())
                .extracting(kept -> kept.file().key())
                .allSatisfy(key -> assertThat(OptionCatalogue.find(key)).isPresent());
        assertThat(KeptSecret.find("spring.datasource.password")).contains(KeptSecret.DATABASE_PASSWORD);
    }

    @Test
    void everyOptionThatNamesAFileOfASecretHasItsSecret() {
        assertThat(OptionCatalogue.all().stream().map(Option::key).filter(key -> key.endsWith("-file")))
                .containsExactlyInAnyOrderElementsOf(
                        KeptSecret.all().stream().map(kept -> kept.file().key()).toList());
    }

    @Test
    void noSecretHasTheNameOfAnOption() {
        assertThat(KeptSecret.all())
                .allSatisfy(kept -> assertThat(OptionCatalogue.find(kept.key())).isEmpty());
    }
}
