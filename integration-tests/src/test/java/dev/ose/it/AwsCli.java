package dev.ose.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The AWS CLI, version 1 by default. Keys that its file commands would change are used with its API commands. */
final class AwsCli implements S3Client {

    private final S3Target target;
    private final LoadedProgram program;
    private final @Nullable String sessionToken;

    AwsCli(S3Target target) {
        this(target, null);
    }

    AwsCli(S3Target target, @Nullable String sessionToken) {
        this(target, loaded(Tools.python("python"), Map.of(), Tools.python("aws")), sessionToken);
    }

    /** Version 2, which Debian has an old one of; the test is skipped where that is not to be had. */
    static AwsCli version2(S3Target target) {
        Path home = Tools.unpacked("aws2").resolveSibling("../aws2/usr").normalize();
        Map<String, String> modules =
                Map.of("PYTHONPATH", home.resolve("lib/python3/dist-packages").toString());
        return new AwsCli(target, loaded(Path.of("/usr/bin/python3"), modules, home.resolve("bin/aws")), null);
    }

    private static LoadedProgram loaded(Path interpreter, Map<String, String> variables, Path script) {
        return LoadedProgram.python(interpreter, variables, script, "awscli.clidriver", "awscli.handlers");
    }

    private AwsCli(S3Target target, LoadedProgram program, @Nullable String sessionToken) {
        this.target = target;
        this.program = program;
        this.sessionToken = sessionToken;
    }

    /** Runs any command; its answer is in JSON. */
    Command.Ended call(Object... words) {
        return aws(words).with("--output", "json").end();
    }

    private Command aws(Object... words) {
        Command command = new Command("--endpoint-url", target.endpoint())
                .with(words)
                .by(program)
                .variable("AWS_ACCESS_KEY_ID", target.accessKey())
                .variable("AWS_SECRET_ACCESS_KEY", target.secretText())
                .variable("AWS_DEFAULT_REGION", S3Target.REGION)
                .variable("AWS_CONFIG_FILE", "/dev/null")
                .variable("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
                .variable("AWS_EC2_METADATA_DISABLED", "true")
                .variable("AWS_MAX_ATTEMPTS", "1")
                .within(Duration.ofMinutes(10));
        if (sessionToken != null) {
            command.variable("AWS_SESSION_TOKEN", sessionToken);
        }
        Path authority = target.authority();
        if (authority != null) {
            command.variable("AWS_CA_BUNDLE", authority.toString());
        }
        return command;
    }

    private static String url(String bucket, String key) {
        return "s3://" + bucket + '/' + key;
    }

    @Override
    public void makeBucket(String bucket) {
        aws("s3", "mb", "s3://" + bucket).run();
    }

    @Override
    public void removeBucket(String bucket) {
        aws("s3", "rb", "s3://" + bucket).run();
    }

    @Override
    public void upload(Path file, String bucket, String key) {
        aws("s3api", "put-object", "--bucket", bucket, "--key", key, "--body", file)
                .run();
    }

    @Override
    public void uploadInParts(Path file, String bucket, String key) {
        aws("s3", "cp", "--no-progress", file, url(bucket, key)).run();
    }

    @Override
    public void download(String bucket, String key, Path file) {
        aws("s3api", "get-object", "--bucket", bucket, "--key", key, file).run();
    }

    @Override
    public void uploadTree(Path folder, String bucket, String prefix) {
        aws("s3", "cp", "--recursive", "--no-progress", folder, url(bucket, prefix))
                .run();
    }

    @Override
    public void downloadTree(String bucket, String prefix, Path folder) {
        aws("s3", "sync", "--no-progress", url(bucket, prefix), folder).run();
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        String json = aws("s3api", "list-objects-v2", "--bucket", bucket, "--prefix", prefix)
                .with("--output", "json")
                .run();
        List<String> keys = new ArrayList<>();
        if (!json.isBlank()) {
            for (JsonNode object : JsonMapper.shared().readTree(json).path("Contents")) {
                keys.add(object.required("Key").asString());
            }
        }
        return keys;
    }

    @Override
    public void copy(String bucket, String key, String newKey) {
        aws("s3", "cp", "--no-progress", url(bucket, key), url(bucket, newKey)).run();
    }

    @Override
    public void delete(String bucket, String key) {
        aws("s3api", "delete-object", "--bucket", bucket, "--key", key).run();
    }

    @Override
    public void deleteTree(String bucket, String prefix) {
        aws("s3", "rm", "--recursive", "--only-show-errors", url(bucket, prefix))
                .run();
    }
}
