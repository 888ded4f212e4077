package dev.ose.adapter.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {

    @TempDir
    Path folder;

    @Test
    void newFileIsForItsAccountAlone() throws IOException {
        PrivateFiles.make(folder.resolve("made"));
        PrivateFiles.replace(folder.resolve("replaced"), "x");

        assertThat(mode("made")).isEqualTo("rw-------");
        assertThat(mode("replaced")).isEqualTo("rw-------");
    }

    @Test
    void fileThatOthersMayReadIsClosedWhenItIsOpened() throws IOException {
        given("open", "rw-r--r--");
        given("for the group", "rw-r-----");

        open("open").close();
        open("for the group").close();

        assertThat(mode("open")).isEqualTo("rw-------");
        assertThat(mode("for the group")).isEqualTo("rw-r-----");
    }

    @Test
    void symbolicLinkIsNotFollowedAndNamedAsTheReason() throws IOException {
        Path elsewhere = given("elsewhere", "rw-r--r--");
        Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);

        assertThatThrownBy(() -> open("link"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(link + ": it is a symbolic link, which is not followed; remove it");
        PrivateFiles.replace(link, "new");

        assertThat(elsewhere).hasContent("");
        assertThat(mode("elsewhere")).isEqualTo("rw-r--r--");
        assertThat(link).isRegularFile().hasContent("new");
    }

    @Test
    void directoryOfTheProductIsClosedAndOneOfTheOperatorIsLeft() throws IOException {
        for (String name : new String[] {"own", "chosen", "linked"}) {
            Files.createDirectory(folder.resolve(name));
            Files.setPosixFilePermissions(folder.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("linked"));

        PrivateFiles.makeDirectory(folder.resolve("own"));
        PrivateFiles.makeDirectory(folder.resolve("link"));
        PrivateFiles.makeMissingDirectory(folder.resolve("chosen"));
        PrivateFiles.makeMissingDirectory(folder.resolve("parent/child"));

        assertThat(mode("own")).isEqualTo("rwx------");
        assertThat(mode("linked")).isEqualTo("rwxr-xr-x");
        assertThat(mode("chosen")).isEqualTo("rwxr-xr-x");
        assertThat(mode("parent")).isEqualTo("rwx------");
        assertThat(mode("parent/child")).isEqualTo("rwx------");
    }

    private FileChannel open(String name) throws IOException {
        return PrivateFiles.open(folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private Path given(String name, String mode) throws IOException {
        Path file = Files.createFile(folder.resolve(name));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
    }
}
