package dev.ose.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * A small disk of its own in memory, which can be filled to its last byte. Only root may have one: elsewhere the test
 * is skipped. Closing it gives the directory back as it was.
 */
public final class FullDisk implements AutoCloseable {

    private static final int SIZE_KIB = 512;
    private static final String FILLER = "filler";

    private final Path directory;

    private FullDisk(Path directory) {
        this.directory = directory;
    }

    /** Puts an empty disk over a directory that is there. Blocks while it is mounted. */
    public static FullDisk mount(Path directory) throws IOException {
        Assumptions.assumeTrue(
                succeeds("mount", "-t", "tmpfs", "-o", "size=" + SIZE_KIB + "k", "tmpfs", directory.toString()),
                "only root can have a disk of its own");
        return new FullDisk(directory);
    }

    /** Leaves no room for a single byte. */
    public void fill() throws IOException {
        byte[] page = new byte[4096];
        try (OutputStream filler = Files.newOutputStream(
                directory.resolve(FILLER), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            // Larger than the disk, so that the disk is what ends it.
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
        // At once, and in fact when the last file of it is closed: a test that failed may have left one open.
        if (!succeeds("umount", "--lazy", directory.toString())) {
            throw new IOException("the disk at " + directory + " does not go away");
        }
    }
}
