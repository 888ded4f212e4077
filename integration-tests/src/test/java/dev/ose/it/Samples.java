package dev.ose.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Files to store, and their comparison after a download. */
public final class Samples {

    public static final int MIB = 1024 * 1024;

    private static final int TREE_FILES = 80;

    private Samples() {}

    /** A copy of about 80 files of this repository, in their folders. */
    public static Path tree() {
        Path tree = Tools.scratch().resolve("samples/tree");
        List<String> names = new Command("git", "-C", Tools.repository(), "ls-files", "-z")
                .run()
                .transform(text -> List.of(text.split("\0")));
        try {
            VersityServer.deleteTree(tree);
            int step = Math.max(1, names.size() / TREE_FILES);
            for (int i = 0; i < names.size(); i += step) {
                Path source = Tools.repository().resolve(names.get(i));
                Path copy = tree.resolve(names.get(i));
                if (Files.isRegularFile(source)) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(source, copy);
                }
            }
            return tree;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of that many bytes, which look random and are the same in every run. */
    public static Path file(String name, long sizeBytes) {
        Path file = Tools.scratch().resolve("samples").resolve(name);
        try {
            if (Files.exists(file) && Files.size(file) == sizeBytes) {
                return file;
            }
            Files.createDirectories(file.getParent());
            Random random = new Random(sizeBytes);
            byte[] piece = new byte[MIB];
            try (OutputStream out = Files.newOutputStream(file)) {
                for (long left = sizeBytes; left > 0; left -= piece.length) {
                    random.nextBytes(piece);
                    out.write(piece, 0, (int) Math.min(left, piece.length));
                }
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] bytes(int seed, int sizeBytes) {
        byte[] bytes = new byte[sizeBytes];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Path below the folder, with slashes, to digest, for each file in it. */
    public static Map<String, String> digests(Path folder) {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> digests.put(folder.relativize(file).toString(), sha256(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return digests;
    }

    public static String sha256(Path file) {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
