package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** s3fs mounts a bucket, and programs use it like a disk. Skipped if the kernel does not permit mounts. */
@ExtendWith(Servers.class)
@ParameterizedClass
@EnumSource(Where.class)
final class MountedBucketIT {

    private final String bucket = "it-" + UUID.randomUUID();

    @Parameter
    Where where;

    @TempDir
    Path folder;

    private S3Target target;
    private Path disk;
    private boolean mounted;

    @BeforeEach
    void mount(Servers.Endpoints endpoints) throws IOException {
        Path s3fs = Tools.packaged("s3fs");
        Assumptions.assumeTrue(Files.isWritable(Path.of("/dev/fuse")), "this machine has no FUSE");
        target = endpoints.target(where);
        new JavaSdk(target).makeBucket(bucket);
        disk = Files.createDirectory(folder.resolve("disk"));
        Command.Ended ended = mountWith(s3fs);
        Assumptions.assumeFalse(
                ended.errors().contains("Operation not permitted"),
                "this machine does not permit mounts: " + ended.errors());
        ended.orFail();
        mounted = true;
    }

    /** It goes to the background once the bucket is mounted. */
    private Command.Ended mountWith(Path s3fs) throws IOException {
        Path password = folder.resolve("password");
        Files.createFile(password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, target.accessKey() + ':' + target.secretText());
        Command command = new Command(s3fs, bucket, disk)
                .with("-o", "url=" + target.endpoint(), "-o", "use_path_request_style")
                .with("-o", "passwd_file=" + password, "-o", "endpoint=" + S3Target.REGION)
                .within(Duration.ofMinutes(2));
        if (target.authority() != null) {
            command.variable("CURL_CA_BUNDLE", target.authority().toString());
        }
        return command.end();
    }

    /** Whatever came of the test: who deletes the folder must not delete what is in the bucket, nor find it busy. */
    @AfterEach
    void unmount() {
        if (mounted) {
            new Command("fusermount", "-u", "-z", disk).run();
        }
    }

    @Test
    void filesAreWrittenReadRenamedAndDeleted() throws IOException {
        Path large = Samples.file("mounted-32", 32L * Samples.MIB);
        Path small = Files.writeString(folder.resolve("small"), "small");

        Files.createDirectories(disk.resolve("a folder/ä"));
        Files.copy(small, disk.resolve("a folder/ä/small"));
        Files.copy(large, disk.resolve("large"));
        Files.writeString(disk.resolve("a folder/ä/small"), " and more", StandardOpenOption.APPEND);
        Files.move(disk.resolve("large"), disk.resolve("a folder/larger"));
        Files.createFile(disk.resolve("empty"));

        assertThat(Samples.digests(disk))
                .isEqualTo(Map.of(
                        "a folder/larger",
                        Samples.sha256(large),
                        "a folder/ä/small",
                        Samples.sha256("small and more".getBytes(StandardCharsets.UTF_8)),
                        "empty",
                        Samples.sha256(new byte[0])));
        S3Client others = new JavaSdk(target);
        Path returned = folder.resolve("returned");
        others.download(bucket, "a folder/larger", returned);
        assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(large));
        assertThat(others.list(bucket, ""))
                .containsExactlyInAnyOrder("a folder/", "a folder/larger", "a folder/ä/", "a folder/ä/small", "empty");

        Files.delete(disk.resolve("a folder/larger"));
        Files.delete(disk.resolve("a folder/ä/small"));
        Files.delete(disk.resolve("a folder/ä"));
        Files.delete(disk.resolve("a folder"));
        Files.delete(disk.resolve("empty"));
        assertThat(others.list(bucket, "")).isEmpty();
    }
}
