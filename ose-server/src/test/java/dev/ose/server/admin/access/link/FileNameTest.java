package dev.ose.server.admin.access.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of files that try to look like others. */
class FileNameTest {

    @ParameterizedTest
    @CsvSource({
        "'invoice\u202Efdp.exe', invoice[U+202E]fdp.exe, invoice_fdp.exe",
        "'a\tb\u007f', a\u2409b\u2421, a_b_",
        "'zero\u200Bwidth\uFEFF', zero[U+200B]width[U+FEFF], zero_width_",
        "'line\u2028end\u0085', line[U+2028]end[U+0085], line_end_",
        "'tag\uDB40\uDC41', tag[U+E0041], tag_"
    })
    void whatMisleadsIsSeen(String name, String shown, String stored) {
        assertThat(new FileName(name).shown()).isEqualTo(shown);
        assertThat(new FileName(name).stored()).isEqualTo(stored);
    }

    @ParameterizedTest
    @CsvSource({"a b.txt", "\u65e5\u672c \u05e2\u05d1\u05e8\u05d9\u05ea \uD83D\uDC4D", "<i>&.html"})
    void markupAndOtherLanguagesStay(String name) {
        assertThat(new FileName(name).shown()).isEqualTo(name);
        assertThat(new FileName(name).stored()).isEqualTo(name);
    }
}
