package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionCatalogueTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "options.md");

    @Test
    void committedReferencePageIsWhatTheDeclarationsSay() throws IOException {
        String committed = Files.readString(PAGE);

        assertThat(committed)
                .as("write it again with dev.ose.config.OptionReference, see CONTRIBUTING.md")
                .isEqualTo(OptionReference.markdown());
    }

    @Test
    void everyKeyAndEveryVariableIsDeclaredOnce() {
        List<Option<?>> options = OptionCatalogue.builtIn().all();

        assertThat(options).extracting(Option::key).doesNotHaveDuplicates();
        assertThat(options).extracting(Option::variable).doesNotHaveDuplicates();
    }

    @Test
    void everyDefaultIsAllowedAndTheDefaultsDoNotContradictEachOther() {
        Configuration defaults = ConfigurationLoader.load(List.of(), Map.of());

        assertThat(OptionCatalogue.builtIn().all())
                .filteredOn(option -> option.defaultText() != null)
                .allSatisfy(option -> assertThat(defaults.find(option)).isPresent());
    }

    @Test
    void everySentenceIsOne() {
        assertThat(OptionCatalogue.builtIn().all()).allSatisfy(option -> assertThat(option.sentence())
                .as(option.key())
                .endsWith(".")
                .doesNotContain("\n")
                .doesNotContain(". ")
                .doesNotContain("|"));
    }
}
