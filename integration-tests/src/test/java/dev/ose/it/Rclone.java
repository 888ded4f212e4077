package dev.ose.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The rclone command line with the provider "Other". It signs Accept-Encoding and looks at what it uploaded. */
final class Rclone implements S3Client {

    private final S3Target target;

    Rclone(S3Target target) {
        this.target = target;
    }

    private Command rclone(Object... words) {
        Command command = new Command(Tools.program("rclone"), "--config=", "--retries=1", "--low-level-retries=1")
                .with(words)
                .variable("RCLONE_CONFIG_OSE_TYPE", "s3")
                .variable("RCLONE_CONFIG_OSE_PROVIDER", "Other")
                .variable("RCLONE_CONFIG_OSE_ENDPOINT", target.endpoint().toString())
                .variable("RCLONE_CONFIG_OSE_ACCESS_KEY_ID", target.accessKey())
                .variable("RCLONE_CONFIG_OSE_SECRET_ACCESS_KEY", target.secretText())
                .within(Duration.ofMinutes(10));
        Path authority = target.authority();
        return authority == null ? command : command.with("--ca-cert=" + authority);
    }

    private static String remote(String bucket, String key) {
        return "ose:" + bucket + '/' + key;
    }

    /** To rclone keys are paths: no empty names in them, none at their end. */
    @Override
    public boolean canName(String key) {
        return !key.contains("//") && !key.endsWith("/");
    }

    @Override
    public void makeBucket(String bucket) {
        rclone("mkdir", remote(bucket, "")).run();
    }

    @Override
    public void removeBucket(String bucket) {
        rclone("rmdir", remote(bucket, "")).run();
    }

    @Override
    public void upload(Path file, String bucket, String key) {
        rclone("copyto", file, remote(bucket, key)).run();
    }

    /** By default rclone makes parts only of what is larger than 200 MiB. */
    @Override
    public void uploadInParts(Path file, String bucket, String key) {
        rclone("copyto", "--s3-upload-cutoff=8Mi", "--s3-chunk-size=8Mi", file, remote(bucket, key))
                .run();
    }

    @Override
    public void download(String bucket, String key, Path file) {
        rclone("copyto", remote(bucket, key), file).run();
    }

    @Override
    public void uploadTree(Path folder, String bucket, String prefix) {
        rclone("copy", folder, remote(bucket, prefix)).run();
    }

    @Override
    public void downloadTree(String bucket, String prefix, Path folder) {
        rclone("copy", remote(bucket, prefix), folder).run();
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        return rclone("lsf", "--recursive", "--files-only", remote(bucket, prefix))
                .run()
                .lines()
                .map(name -> prefix + name)
                .toList();
    }

    @Override
    public void copy(String bucket, String key, String newKey) {
        rclone("copyto", remote(bucket, key), remote(bucket, newKey)).run();
    }

    @Override
    public void delete(String bucket, String key) {
        rclone("deletefile", remote(bucket, key)).run();
    }

    @Override
    public void deleteTree(String bucket, String prefix) {
        rclone("delete", remote(bucket, prefix)).run();
    }
}
