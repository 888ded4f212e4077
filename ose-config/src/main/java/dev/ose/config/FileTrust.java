package dev.ose.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that only root and this process's account can change a file to load. Blocks on the disk. */
final class FileTrust {

    private static final String ROOT = "root";
    private static final int STICKY = 01000;

    private FileTrust() {}

    /** The reason not to load a file or read a directory: others can change it or a directory above. */
    static Optional<ConfigurationProblem> flaw(Path path) {
        try {
            Path real = path.toRealPath();
            for (@Nullable Path at = real; at != null; at = at.getParent()) {
                Optional<String> why = flaw(at, at.equals(real));
                if (why.isPresent()) {
                    return Optional.of(AdapterProblems.untrusted(at, why.get()));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(AdapterProblems.untrusted(path, "cannot be looked at: " + e));
        }
    }

    private static Optional<String> flaw(Path path, boolean isLoaded) throws IOException {
        String owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
        String account = System.getProperty("user.name", ROOT);
        if (!owner.equals(ROOT) && !owner.equals(account)) {
            return Optional.of("belongs to " + owner + " and neither to root nor to " + account);
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        boolean isOpen = permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE);
        // In a sticky directory such as /tmp accounts can only rename their own files.
        return isOpen && (isLoaded || !isSticky(path))
                ? Optional.of("others than its owner may write")
                : Optional.empty();
    }

    private static boolean isSticky(Path directory) throws IOException {
        return ((Integer) Files.getAttribute(directory, "unix:mode") & STICKY) != 0;
    }
}
