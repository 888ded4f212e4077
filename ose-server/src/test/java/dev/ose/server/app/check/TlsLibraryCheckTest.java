package dev.ose.server.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.config.NodeOptions.TlsLibrary;
import dev.ose.control.Finding;
import dev.ose.server.app.tls.TlsProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsLibraryCheckTest {

    @ParameterizedTest
    @CsvSource({"AUTO, BoringSSL", "BORINGSSL, BoringSSL", "JAVA, Java 25"})
    void libraryIsNamed(TlsLibrary wanted, String library) {
        Finding found = TlsLibraryCheck.judge(wanted, new TlsProvider(wanted).choice());

        assertThat(found.connectivity()).isEqualTo(Finding.Verdict.Valid);
        assertThat(found.detail()).startsWith(library);
    }

    @Test
    void javaInsteadOfALibraryThatDoesNotRunIsAWarning() {
        TlsProvider.Choice fallback = new TlsProvider.Choice("Java 25", "no such file");

        Finding found = TlsLibraryCheck.judge(TlsLibrary.AUTO, fallback);

        assertThat(found.connectivity()).isEqualTo(Finding.Verdict.Warning);
        assertThat(found.detail()).isEqualTo("Java 25, since BoringSSL does not run here: no such file");
        assertThat(TlsLibraryCheck.judge(TlsLibrary.BORINGSSL, fallback).connectivity())
                .isEqualTo(Finding.Verdict.Failed);
    }
}
