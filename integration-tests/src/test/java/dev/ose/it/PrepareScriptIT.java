package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code packaging/src/root/usr/lib/ose/prepare} runs as root in a directory of the service's account, which may be
 * hostile. The script runs unchanged except for the installation's paths and the account.
 */
final class PrepareScriptIT {

    private static final String ACCOUNT = "nobody";

    @TempDir
    private Path folder;

    private Path cache;
    private Path secret;
    private Path precious;

    @BeforeEach
    void makeFiles() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root gives directories away");
        // The other account has to pass through.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        cache = Files.createDirectory(folder.resolve("cache"));
        secret = Files.writeString(folder.resolve("secret"), "only root may read this");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        precious = Files.writeString(folder.resolve("precious"), "only root may write this");
        Files.setPosixFilePermissions(precious, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void whatWasLearnedIsKeptForRootAloneToWrite() throws IOException {
        run("echo learned-by-$(id -un) >$output");

        assertThat(cache.resolve("ose.aot"))
                .as("what root loads, root has learned")
                .hasContent("learned-by-root");
        assertThat(cache.resolve("server.aot")).hasContent("learned-by-" + ACCOUNT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache.resolve("server.aot"))))
                .isEqualTo("rw-r--r--");
        assertThat(Files.getOwner(cache.resolve("server.aot")).getName()).isEqualTo("root");
    }

    /** The links stand where the rehearsal before wrote its own, and where root might look or write next. */
    @Test
    void linksOfTheServicesAccountLeadRootNowhere() throws IOException {
        String toSecret = " && ln -sf " + secret + " $output";
        String toPrecious = "; for name in ose server; do ln -sf " + precious + " $(dirname $output)/$name.log;"
                + " ln -sf " + precious + " $(dirname $output)/$name.new; done";
        run("[ $(id -un) = root ] || { echo x >$output" + toSecret + toPrecious + "; }; true");

        assertThat(precious).hasContent("only root may write this");
        try (var kept = Files.list(cache)) {
            assertThat(kept.toList())
                    .allSatisfy(file -> assertThat(file).content().doesNotContain("only root"));
        }
    }

    /** Runs the script with a java that does this instead, where {@code $output} is the cache it is to write. */
    private void run(String rehearsal) throws IOException {
        Path java = Files.writeString(folder.resolve("java"), """
                #!/bin/sh
                for word; do
                  case $word in -XX:AOTCacheOutput=*) output=${word#*=} ;; esac
                done
                """ + rehearsal + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        String script = Files.readString(Tools.repository().resolve("packaging/src/root/usr/lib/ose/prepare"))
                .replace("/usr/lib/ose/runtime/bin/java", java.toString())
                .replace("/var/cache/ose", cache.toString())
                .replace("chown ose:ose", "chown " + ACCOUNT)
                .replace("--reuid=ose --regid=ose", "--reuid=" + ACCOUNT + " --regid=nogroup");
        Path copy = Files.writeString(folder.resolve("prepare"), script);
        new Command("sh", copy).run();
    }
}
