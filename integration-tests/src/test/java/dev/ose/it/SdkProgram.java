package dev.ose.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One of Amazon's libraries for other languages at its default settings, used by a small program in {@code tools}. */
final class SdkProgram implements S3Client {

    private final S3Target target;
    private final Map<String, String> login;
    private final UnaryOperator<Command> program;

    /** @param program adds the program to a command that only has the target's arguments */
    private SdkProgram(S3Target target, Map<String, String> login, UnaryOperator<Command> program) {
        this.target = target;
        this.login = login;
        this.program = program;
    }

    static SdkProgram python(S3Target target) {
        return python(target, keys(target));
    }

    /** A client without a key: it sends the token in the file to STS, and again before its session expires. */
    static SdkProgram python(S3Target target, String role, Path tokenFile) {
        return python(
                target,
                Map.of(
                        "AWS_ROLE_ARN",
                        role,
                        "AWS_ROLE_SESSION_NAME",
                        "it",
                        "AWS_WEB_IDENTITY_TOKEN_FILE",
                        tokenFile.toString(),
                        "AWS_ENDPOINT_URL_STS",
                        target.endpoint().toString()));
    }

    private static SdkProgram python(S3Target target, Map<String, String> login) {
        Path script = Tools.repository().resolve("integration-tests/tools/boto3_client.py");
        return new SdkProgram(
                target, login, command -> command.by(LoadedProgram.python(Tools.python("python"), script, "boto3")));
    }

    static SdkProgram go(S3Target target) {
        return new SdkProgram(target, keys(target), command -> command.by(Tools.program("go-client")));
    }

    /** Node reads the authorities that it trusts when it starts, so there is one for each environment. */
    static SdkProgram javaScript(S3Target target) {
        Path node = Tools.program("js-client");
        return new SdkProgram(
                target,
                keys(target),
                command -> command.by(LoadedProgram.of(List.of(node.toString()), command.environment())));
    }

    private static Map<String, String> keys(S3Target target) {
        return Map.of("AWS_ACCESS_KEY_ID", target.accessKey(), "AWS_SECRET_ACCESS_KEY", target.secretText());
    }

    private String call(Object... words) {
        Command command = new Command()
                .with(target.endpoint())
                .with(words)
                .variable("AWS_DEFAULT_REGION", S3Target.REGION)
                .variable("AWS_REGION", S3Target.REGION)
                .variable("AWS_CONFIG_FILE", "/dev/null")
                .variable("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
                .variable("AWS_EC2_METADATA_DISABLED", "true")
                .variable("AWS_MAX_ATTEMPTS", "1")
                .within(Duration.ofMinutes(10));
        login.forEach(command::variable);
        Path authority = target.authority();
        if (authority != null) {
            command.variable("AWS_CA_BUNDLE", authority.toString())
                    .variable("NODE_EXTRA_CA_CERTS", authority.toString());
        }
        return program.apply(command).run();
    }

    /** The status and the body, in JSON, of a GET that only the Python program can sign. */
    String getJson(String target) {
        return call("get-json", target);
    }

    /** The status of a form that the Python program signs and posts. */
    String postForm(Path file, String bucket, String key) {
        return call("post-form", file, bucket, key);
    }

    /** The checksum of a file that the Python program puts and reads with it. */
    String putWithChecksum(Path file, String bucket, String key, String algorithm) {
        return call("put-with-checksum", file, bucket, key, algorithm);
    }

    /** Stores a file of more than 9 MiB encrypted, in parts and at once, and reads it back with the Python program. */
    void encrypt(Path file, String bucket, String key) {
        call("encrypt", file, bucket, key);
    }

    /** All attributes of an object, as the Go program receives them. */
    String attributes(String bucket, String key) {
        return call("attributes", bucket, key);
    }

    @Override
    public void makeBucket(String bucket) {
        call("make-bucket", bucket);
    }

    @Override
    public void removeBucket(String bucket) {
        call("remove-bucket", bucket);
    }

    @Override
    public void upload(Path file, String bucket, String key) {
        call("put", file, bucket, key);
    }

    @Override
    public void uploadInParts(Path file, String bucket, String key) {
        call("upload", file, bucket, key);
    }

    @Override
    public void download(String bucket, String key, Path file) {
        call("download", bucket, key, file);
    }

    @Override
    public void uploadTree(Path folder, String bucket, String prefix) {
        call("upload-tree", folder, bucket, prefix);
    }

    @Override
    public void downloadTree(String bucket, String prefix, Path folder) {
        call("download-tree", bucket, prefix, folder);
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        String keys = call("list", bucket, prefix);
        return keys.isEmpty() ? List.of() : List.of(keys.split("\0"));
    }

    @Override
    public void copy(String bucket, String key, String newKey) {
        call("copy", bucket, key, newKey);
    }

    @Override
    public void delete(String bucket, String key) {
        call("delete", bucket, key);
    }

    @Override
    public void deleteTree(String bucket, String prefix) {
        call("delete-tree", bucket, prefix);
    }
}
