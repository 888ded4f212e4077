package dev.ose.adapter.embedded.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.keyring.Keyring;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoreTest {

    @TempDir
    Path directory;

    private FileStore store;

    @BeforeEach
    void open() throws IOException {
        store = opened(directory.resolve("data"));
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Test
    void deletedFileStaysWhileItIsRead() throws IOException {
        StoredFile file = stored("bytes");
        FileLease lease = store.lease(List.of(file)).orElseThrow();

        store.delete(List.of(file.id()));

        try (FileContent content = lease.open(file.id())) {
            assertThat(content.read(ByteBuffer.allocate(10), 0)).isEqualTo(5);
        }
        lease.close();
        assertThat(store.lease(List.of(file))).isEmpty();
        assertThat(count()).isZero();
    }

    @Test
    void filesAreForThisAccountAloneInADirectoryThatWasThere() throws IOException {
        Path open = directory.resolve("open");
        Path objects = Files.createDirectories(open.resolve("objects"));
        Files.setPosixFilePermissions(objects, PosixFilePermissions.fromString("rwxr-xr-x"));

        try (FileStore opened = opened(open);
                IncomingFile incoming = opened.receive(List.of())) {
            incoming.write(ByteBuffer.wrap(new byte[10]));
            incoming.publish();
        }

        try (Stream<Path> all = Files.walk(open)) {
            assertThat(all.filter(path -> !path.equals(open)))
                    .hasSizeGreaterThan(5)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void symbolicLinkInPlaceOfTheLockIsNotFollowed() throws IOException {
        Path elsewhere = directory.resolve("elsewhere");
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.createSymbolicLink(other.resolve("lock"), elsewhere);

        assertThatThrownBy(() -> opened(other)).hasMessageContaining("lock: it is a symbolic link");
        assertThat(elsewhere).doesNotExist();
    }

    @Test
    void abandonedFilesLeaveNothing() throws IOException {
        try (IncomingFile draft = store.receive(List.of())) {
            draft.write(ByteBuffer.wrap(new byte[10]));
        }
        try (IncomingFile published = store.receive(List.of())) {
            published.publish();
        }

        assertThat(count()).isZero();
    }

    @Test
    void sweepDeletesUnknownFilesOnly() throws IOException {
        StoredFile known = stored("known");
        stored("orphan");
        try (IncomingFile unsettled = store.receive(List.of())) {
            StoredFile waiting = unsettled.publish();

            long deleted = store.sweep(batch -> Set.of(known.id()));

            assertThat(deleted).isEqualTo(1);
            assertThat(store.lease(List.of(known, waiting))).isPresent();
        }
    }

    @Test
    void openingRemovesDraftsAndKeepsTheId() throws IOException {
        store.receive(List.of());
        StoredFile file = stored("kept");
        store.close();

        FileStore again = opened(directory.resolve("data"));

        assertThat(again.id()).isEqualTo(store.id());
        assertThat(directory.resolve("data/incoming")).isEmptyDirectory();
        assertThat(again.lease(List.of(file))).isPresent();
        store = again;
    }

    @Test
    void secondOwnerIsRefused() {
        assertThatThrownBy(() -> opened(directory.resolve("data")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Another process");
    }

    private FileStore opened(Path data) throws IOException {
        return FileStore.open(data, Keyring.open(directory.resolve("keys")));
    }

    private StoredFile stored(String text) throws IOException {
        try (IncomingFile file = store.receive(List.of())) {
            file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            StoredFile stored = file.publish();
            file.keep();
            return stored;
        }
    }

    private long count() throws IOException {
        try (var files = Files.walk(directory.resolve("data"))) {
            return files.filter(file -> file.getFileName().toString().length() == 32)
                    .count();
        }
    }
}
