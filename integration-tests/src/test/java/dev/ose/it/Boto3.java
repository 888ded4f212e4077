package dev.ose.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Amazon's library for Python, used by a small program in {@code tools}. */
final class Boto3 implements S3Client {

    private final S3Target target;

    Boto3(S3Target target) {
        this.target = target;
    }

    private String call(Object... words) {
        Command command = new Command(
                        Tools.python("python"),
                        Tools.repository().resolve("integration-tests/tools/boto3_client.py"),
                        target.endpoint())
                .with(words)
                .variable("AWS_ACCESS_KEY_ID", target.accessKey())
                .variable("AWS_SECRET_ACCESS_KEY", target.secretText())
                .variable("AWS_DEFAULT_REGION", S3Target.REGION)
                .variable("AWS_CONFIG_FILE", "/dev/null")
                .variable("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
                .variable("AWS_MAX_ATTEMPTS", "1")
                .within(Duration.ofMinutes(10));
        Path authority = target.authority();
        if (authority != null) {
            command.variable("AWS_CA_BUNDLE", authority.toString());
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
