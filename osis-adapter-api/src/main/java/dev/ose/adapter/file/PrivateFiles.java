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
 * Files and directories that only their creator's account may access. Keeper, node, adapters and {@code ose} often run
 * as root, under any umask and in directories that others may write to, so that all their files are created here or by
 * the same three rules: <em>permissions are set at creation, a symbolic link at the path is never followed, and files
 * are replaced by rename</em> once the new contents are on the disk.
 */
public final class PrivateFiles {

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> READ_BY_GROUP = PosixFilePermissions.fromString("rw-r-----");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> PASSAGE = PosixFilePermissions.fromString("rwx--x--x");

    private PrivateFiles() {}

    /**
     * Creates a directory, and missing parents, with mode 0700. An existing one with a wider mode is narrowed, unless
     * it is a symbolic link: the operator may share that directory with others.
     */
    public static void makeDirectory(Path directory) throws IOException {
        makeMissingDirectory(directory);
        if (!Files.isSymbolicLink(directory)) {
            narrow(directory, DIRECTORY, DIRECTORY);
        }
    }

    /**
     * Creates a directory, and missing parents, with mode 0700. An existing one is unchanged: the operator chose it,
     * and may keep other files in it.
     */
    public static void makeMissingDirectory(Path directory) throws IOException {
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
    }

    /**
     * Creates a directory, and missing parents, with mode 0711: others may traverse it to files that they may read, but
     * not list it. An existing one is unchanged.
     */
    public static void makePassage(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(PASSAGE));
            // The umask may have removed permissions.
            Files.setPosixFilePermissions(directory, PASSAGE);
        }
    }

    /** Creates an empty file of mode 0600 unless it exists. Fails on a symbolic link. */
    public static void make(Path file) throws IOException {
        open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
    }

    /**
     * Opens a file; if this creates it, with mode 0600. An existing one gets that mode if it grants more than reading
     * by its group. Fails on a symbolic link.
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
        FileSystemException refusal = new FileSystemException(
                file.toString(), null, "it is a symbolic link, which is not followed; remove it");
        refusal.initCause(cause);
        return refusal;
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
     * Replaces a file atomically, with mode 0600: written beside it, forced to disk, and renamed, so that a symbolic
     * link is replaced and not followed. Blocks on the disk.
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

    /** Writes all bytes at the channel's position. */
    public static void write(FileChannel channel, byte[] contents) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(contents);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    /** Makes creations, renames and deletions in a directory durable. */
    public static void sync(Path directory) throws IOException {
        try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }
}
