package dev.ose.server.runtime.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

    @TempDir
    Path folder;

    @Test
    void missingDirectoryIsMadeClosedToOthers() throws IOException {
        Path path = folder.resolve("a/b");

        try (DataDirectory directory = DataDirectory.open(path)) {
            directory.writePrivately("file", "x");

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx--x--x");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("file"))))
                    .isEqualTo("rw-------");
            assertThat(path.resolve("file")).hasContent("x");
        }
    }

    @Test
    void symbolicLinkInPlaceOfTheLockIsNotFollowed() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        Files.createSymbolicLink(folder.resolve("node.lock"), elsewhere);

        assertThatExceptionOfType(StartException.class)
                .isThrownBy(() -> DataDirectory.open(folder))
                .withMessageContaining("cannot be used: it is a symbolic link, which is not followed; remove it. Make");
        assertThat(elsewhere).doesNotExist();
    }

    @Test
    void secondNodeIsRefusedUntilTheFirstLetsGo() throws IOException {
        try (DataDirectory first = DataDirectory.open(folder)) {
            assertThat(first.path()).isEqualTo(folder);
            assertThatExceptionOfType(StartException.class)
                    .isThrownBy(() -> DataDirectory.open(folder))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(Code.ALREADY_RUNNING))
                    .withMessageStartingWith("OSE-1102: Another node uses the data directory " + folder);
        }

        DataDirectory.open(folder).close();
    }

    @Test
    void fileInPlaceOfTheDirectoryIsToldInOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThatExceptionOfType(StartException.class)
                .isThrownBy(() -> DataDirectory.open(file.resolve("below")))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Code.DATA_DIRECTORY))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").endsWith("oss.data.dir."));
    }
}
