package dev.ose.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseImageTest {

    @Test
    void nameDependsOnTheNamesAndContentsOfAllSteps(@TempDir Path steps) throws IOException {
        Files.writeString(steps.resolve("V1__a.sql"), "SELECT 1");
        Files.writeString(steps.resolve("V2__b.sql"), "SELECT 2");
        String first = DatabaseImage.name(steps);

        assertThat(DatabaseImage.name(steps)).isEqualTo(first);

        Files.writeString(steps.resolve("V2__b.sql"), "SELECT 3");
        String edited = DatabaseImage.name(steps);
        Files.move(steps.resolve("V2__b.sql"), steps.resolve("V3__b.sql"));
        String renamed = DatabaseImage.name(steps);

        assertThat(edited).isNotEqualTo(first);
        assertThat(renamed).isNotIn(first, edited);
    }
}
