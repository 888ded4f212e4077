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
                .as("run: java -cp ose-config/target/classes dev.ose.config.OptionReference docs/reference/options.md")
                .isEqualTo(OptionReference.markdown());
    }

    @Test
    void everyKeyAndEveryVariableIsDeclaredOnce() {
        List<Option<?>> options = OptionCatalogue.all();

        assertThat(options).extracting(Option::key).doesNotHaveDuplicates();
        assertThat(options).extracting(Option::variable).doesNotHaveDuplicates();
    }

    @Test
    void everyDefaultIsAllowedAndTheDefaultsDoNotContradictEachOther() {
        Configuration defaults = ConfigurationLoader.load(List.of(), Map.of());

        assertThat(OptionCatalogue.all())
                .filteredOn(option -> option.defaultText() != null)
                .allSatisfy(option -> assertThat(defaults.find(option)).isPresent());
    }

    @Test
    void everySentenceIsOne() {
        assertThat(OptionCatalogue.all()).allSatisfy(option -> assertThat(option.sentence())
                .as(option.key())
                .endsWith(".")
                .doesNotContain("\n")
                .doesNotContain(". ")
                .doesNotContain("|"));
    }
}
