package dev.ose.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * A small file system in memory that can be filled to its last byte. Needs root: otherwise the test is skipped. Closing
 * it unmounts it.
 */
public final class FullDisk implements AutoCloseable {

    private static final int SIZE_KIB = 512;
    private static final String FILLER = "filler";

    private final Path directory;

    private FullDisk(Path directory) {
        this.directory = directory;
    }

    /** Mounts an empty file system over an existing directory. Blocks while it is mounted. */
    public static FullDisk mount(Path directory) throws IOException {
        Assumptions.assumeTrue(
                succeeds("mount", "-t", "tmpfs", "-o", "size=" + SIZE_KIB + "k", "tmpfs", directory.toString()),
                "only root can have a disk of its own");
        return new FullDisk(directory);
    }

    /** Fills it to the last byte. */
    public void fill() throws IOException {
        byte[] page = new byte[4096];
        try (OutputStream filler = Files.newOutputStream(
                directory.resolve(FILLER), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            // The bound is larger than the file system, so the loop ends with an error for lack of space.
            for (int kib = 0; kib <= SIZE_KIB; kib += page.length / 1024) {
                filler.write(page);
            }
        } catch (IOException full) {
            return;
        }
        throw new IOException("the disk at " + directory + " takes more than " + SIZE_KIB + " KiB");
    }

    /** Makes room again. */
    public void makeRoom() throws IOException {
        Files.delete(directory.resolve(FILLER));
    }

    private static boolean succeeds(String... command) throws IOException {
        Process process = new ProcessBuilder(List.of(command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        // Lazily: a failed test may have left a file open.
        if (!succeeds("umount", "--lazy", directory.toString())) {
            throw new IOException("the disk at " + directory + " does not go away");
        }
    }
}
