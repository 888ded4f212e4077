package dev.ose.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A user and group by number. */
record Ownership(int uid, int gid) {

    static Ownership of(Path path) throws IOException {
        return new Ownership((int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS), (int)
                Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS));
    }

    static Ownership ofThisProcess() {
        try {
            long pid = ProcessHandle.current().pid();
            return of(Path.of("/proc/" + pid));
        } catch (IOException missing) {
            throw new UncheckedIOException("/proc is not mounted", missing);
        }
    }

    boolean isRoot() {
        return uid == 0;
    }

    void give(Path path) throws IOException {
        Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }
}
