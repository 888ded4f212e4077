package dev.ose.adapter.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/**
 * Files and directories for the account alone that makes them. Keeper, node, adapters and {@code ose} often run as root, under any
 * umask and in directories that others may write to, so that every file of theirs is made here or by the same three rules:
 * <em>permissions are named when a file is made, a symbolic link at its place is never followed, and what is replaced is
 * replaced by rename</em> once the new contents are on the disk.
 */
public final class PrivateFiles {

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> READ_BY_GROUP = PosixFilePermissions.fromString("rw-r-----");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> PASSAGE = PosixFilePermissions.fromString("rwx--x--x");

    private PrivateFiles() {}

    /**
     * Makes a directory, and parents that are missing, of mode 0700. One that is there is given that mode, unless the operator has
     * put a symbolic link there: that directory may be for others, too.
     */
    public static void makeDirectory(Path directory) throws IOException {
        makeMissingDirectory(directory);
        if (!Files.isSymbolicLink(directory)) {
            narrow(directory, DIRECTORY, DIRECTORY);
        }
    }

    /**
     * Makes a directory, and parents that are missing, of mode 0700. One that is there is left as it is: the operator chose it,
     * and may keep other things in it.
     */
    public static void makeMissingDirectory(Path directory) throws IOException {
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
    }

    /**
     * Makes a directory, and parents that are missing, of mode 0711: others may pass through to what they may read, and see no
     * names. One that is there is left as it is.
     */
    public static void makePassage(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(PASSAGE));
            // The umask may have taken more away.
            Files.setPosixFilePermissions(directory, PASSAGE);
        }
    }

    /** Makes a file of mode 0600, empty, unless it is there. Fails if a symbolic link is. */
    public static void make(Path file) throws IOException {
        open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
    }

    /**
     * Opens a file, with mode 0600 if this makes it. One that is there gets that mode if it lets more accounts in than those that
     * read it by its group. Fails if a symbolic link is at its place.
     *
     * @param options such as {@link StandardOpenOption#CREATE}
     */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        OpenOption[] all = new OpenOption[options.length + 1];
        System.arraycopy(options, 0, all, 0, options.length);
        all[options.length] = LinkOption.NOFOLLOW_LINKS;
        FileChannel channel;
        try {
            channel = FileChannel.open(file, Set.of(all), mode());
        } catch (IOException e) {
            throw Files.isSymbolicLink(file) ? linked(file, e) : e;
        }
        try {
            narrow(file, READ_BY_GROUP, FILE);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileSystemException linked(Path file, IOException cause) {
        FileSystemException told = new FileSystemException(
                file.toString(), null, "it is a symbolic link, which is not followed; remove it");
        told.initCause(cause);
        return told;
    }

    private static void narrow(Path path, Set<PosixFilePermission> most, Set<PosixFilePermission> wanted)
            throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (!most.containsAll(view.readAttributes().permissions())) {
            view.setPermissions(wanted);
        }
    }

    private static FileAttribute<?> mode() {
        return PosixFilePermissions.asFileAttribute(FILE);
    }

    /**
     * Puts a file of mode 0600 in the place of whatever has its name, whole or not at all: written beside it, forced to the disk,
     * and renamed, so that a symbolic link there is replaced and not followed. Blocks on the disk.
     */
    public static void replace(Path file, byte[] contents) throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory");
        Path draft = Files.createTempFile(directory, "." + file.getFileName(), ".new", mode());
        try {
            try (FileChannel channel = open(draft, StandardOpenOption.WRITE)) {
                write(channel, contents);
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
        sync(directory);
    }

    /** The same with text, in UTF-8. */
    public static void replace(Path file, String contents) throws IOException {
        replace(file, contents.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes all of it where the channel stands. */
    public static void write(FileChannel channel, byte[] contents) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(contents);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    /** Makes the entries of a directory durable: what was made, renamed or deleted in it. */
    public static void sync(Path directory) throws IOException {
        try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }
}
