package dev.ose.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One of Amazon's libraries for other languages at its default settings, used by a small program in {@code tools}. */
final class SdkProgram implements S3Client {

    private final S3Target target;
    private final Object[] program;

    private SdkProgram(S3Target target, Object... program) {
        this.target = target;
        this.program = program;
    }

    static SdkProgram python(S3Target target) {
        return new SdkProgram(
                target, Tools.python("python"), Tools.repository().resolve("integration-tests/tools/boto3_client.py"));
    }

    static SdkProgram go(S3Target target) {
        return new SdkProgram(target, Tools.program("go-client"));
    }

    static SdkProgram javaScript(S3Target target) {
        return new SdkProgram(target, Tools.program("js-client"));
    }

    private String call(Object... words) {
        Command command = new Command(program)
                .with(target.endpoint())
                .with(words)
                .variable("AWS_ACCESS_KEY_ID", target.accessKey())
                .variable("AWS_SECRET_ACCESS_KEY", target.secretText())
                .variable("AWS_DEFAULT_REGION", S3Target.REGION)
                .variable("AWS_REGION", S3Target.REGION)
                .variable("AWS_CONFIG_FILE", "/dev/null")
                .variable("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
                .variable("AWS_EC2_METADATA_DISABLED", "true")
                .variable("AWS_MAX_ATTEMPTS", "1")
                .within(Duration.ofMinutes(10));
        Path authority = target.authority();
        if (authority != null) {
            command.variable("AWS_CA_BUNDLE", authority.toString())
                    .variable("NODE_EXTRA_CA_CERTS", authority.toString());
        }
        return command.run();
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
