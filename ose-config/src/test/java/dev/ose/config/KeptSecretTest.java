package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptSecretTest {

    private static final OptionCatalogue CATALOGUE = OptionCatalogue.builtIn();

    @Test
    void everySecretIsNamedAfterTheOptionOfItsFile() {
        assertThat(CATALOGUE.secrets())
                .extracting(kept -> kept.file().key())
                .allSatisfy(key -> assertThat(CATALOGUE.find(key)).isPresent());
        assertThat(CATALOGUE.secret("spring.datasource.password")).contains(ManagedSecret.DATABASE_PASSWORD);
    }

    @Test
    void everyOptionThatNamesAFileOfASecretHasItsSecret() {
        assertThat(CATALOGUE.all().stream().map(Option::key).filter(key -> key.endsWith("-file")))
                .containsExactlyInAnyOrderElementsOf(CATALOGUE.secrets().stream()
                        .map(kept -> kept.file().key())
                        .toList());
    }

    @Test
    void noSecretHasTheNameOfAnOption() {
        assertThat(CATALOGUE.secrets())
                .allSatisfy(kept -> assertThat(CATALOGUE.find(kept.key())).isEmpty());
    }
}
