package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * restic keeps a repository in a bucket: what it backed up comes back, and it finds nothing wrong with what it stored.
 */
@ExtendWith(Servers.class)
@ParameterizedClass
@EnumSource(Where.class)
final class ResticIT {

    @Parameter
    Where where;

    @TempDir
    Path folder;

    private S3Target target;
    private String repository;

    @Test
    void backupComesBackAndIsSound(Servers.Endpoints endpoints) throws IOException {
        target = endpoints.target(where);
        repository = "s3:" + target.endpoint() + "/restic-" + UUID.randomUUID();
        Path source = Samples.tree();
        Path large = Samples.file("huge-64", 64L * Samples.MIB);
        Map<String, String> sent = Samples.digests(source);

        restic("init");
        restic("backup", source);
        restic("backup", large);
        restic("check", "--read-data");
        restic("restore", "latest", "--path", large, "--target", folder.resolve("large"));
        restic("restore", "latest", "--path", source, "--target", folder.resolve("tree"));

        assertThat(Samples.sha256(below("large", large))).isEqualTo(Samples.sha256(large));
        assertThat(Samples.digests(below("tree", source))).isEqualTo(sent);

        restic("forget", "--keep-last", "1", "--group-by", "host", "--prune");
        restic("check");
    }

    private Path below(String restored, Path original) {
        return folder.resolve(restored).resolve(Path.of("/").relativize(original));
    }

    private void restic(Object... words) throws IOException {
        Path cache = Files.createDirectories(folder.resolve("cache"));
        Command command = new Command(Tools.packaged("restic"), "--cache-dir", cache)
                .with("--repo", repository)
                .with(words)
                .variable("AWS_ACCESS_KEY_ID", target.accessKey())
                .variable("AWS_SECRET_ACCESS_KEY", target.secretText())
                .variable("AWS_DEFAULT_REGION", S3Target.REGION)
                .variable("RESTIC_PASSWORD", "not secret")
                .within(Duration.ofMinutes(10));
        if (target.authority() != null) {
            command.with("--cacert", target.authority());
        }
        command.run();
    }
}
