package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** With the usual umask, files in a node's data directory are not readable by other accounts. */
final class PrivateFilesIT {

    @Test
    void nothingInTheDataDirectoryIsOpenToOtherAccounts() throws IOException {
        Node node = Node.startEmpty("private-files");
        try {
            S3Target target = node.target(Where.HTTP);
            Wire.send(target, SignedRequest.of("PUT", "/private-files")).assertStatus(200);
            Wire.send(target, SignedRequest.of("PUT", "/private-files/a-name").body("x"))
                    .assertStatus(200);

            assertThat(node.data().resolve("recent-writes")).isDirectory();
            assertThat(openToOthers(node.data())).isEmpty();
        } finally {
            node.close();
        }
        assertThat(openToOthers(node.data())).isEmpty();
    }

    /** Files that others reach and may read, and directories whose names they may see or change. */
    private static List<String> openToOthers(Path directory) throws IOException {
        List<String> open = new ArrayList<>();
        collect(directory, open);
        return open;
    }

    private static void collect(Path path, List<String> open) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        boolean isReadable = permissions.contains(PosixFilePermission.OTHERS_READ)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)
                || permissions.contains(PosixFilePermission.GROUP_READ)
                || permissions.contains(PosixFilePermission.GROUP_WRITE);
        // Public programs, which PostgreSQL's account runs.
        boolean isProgram = path.getFileName().toString().startsWith("postgresql-");
        if (isReadable && !isProgram && !Files.isSymbolicLink(path)) {
            open.add(PosixFilePermissions.toString(permissions) + " " + path);
        }
        boolean isReached = permissions.contains(PosixFilePermission.OTHERS_EXECUTE)
                || permissions.contains(PosixFilePermission.GROUP_EXECUTE);
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && isReached && !isProgram) {
            try (Stream<Path> inside = Files.list(path)) {
                for (Path each : inside.toList()) {
                    collect(each, open);
                }
            }
        }
    }
}
