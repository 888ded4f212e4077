package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptSecretTest {

    @Test
    void everySecretIsNamedAfterTheOptionOfItsFile() {
        assertThat(ManagedSecret.all())
                .extracting(kept -> kept.file().key())
                .allSatisfy(key -> assertThat(OptionCatalogue.find(key)).isPresent());
        assertThat(ManagedSecret.find("spring.datasource.password")).contains(ManagedSecret.DATABASE_PASSWORD);
    }

    @Test
    void everyOptionThatNamesAFileOfASecretHasItsSecret() {
        assertThat(OptionCatalogue.all().stream().map(Option::key).filter(key -> key.endsWith("-file")))
                .containsExactlyInAnyOrderElementsOf(ManagedSecret.all().stream()
                        .map(kept -> kept.file().key())
                        .toList());
    }

    @Test
    void noSecretHasTheNameOfAnOption() {
        assertThat(ManagedSecret.all())
                .allSatisfy(kept -> assertThat(OptionCatalogue.find(kept.key())).isEmpty());
    }
}
