package dev.ose.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** The s3cmd command line. It lists by version 1 and, by Signature Version 4, signs every body by its digest. */
final class S3cmd implements S3Client {

    private static final Pattern LISTED = Pattern.compile("(?m)^\\S+ \\S+ +\\d+ +s3://[^/]+/(.*)$");

    private final S3Target target;
    private final List<String> options;

    /** @param options more of them, for every command */
    S3cmd(S3Target target, String... options) {
        this.target = target;
        this.options = List.of(options);
    }

    private Command s3cmd(Object... words) {
        Command command = new Command(Tools.python("s3cmd"), "--config=/dev/null", "--no-progress")
                .with("--host=" + target.host(), "--host-bucket=" + target.host())
                .variable("AWS_ACCESS_KEY_ID", target.accessKey())
                .variable("AWS_SECRET_ACCESS_KEY", target.secretText())
                .within(Duration.ofMinutes(10));
        Path authority = target.authority();
        if (authority == null) {
            command.with("--no-ssl");
        } else {
            command.with("--ssl", "--ca-certs=" + authority);
        }
        return command.with(options.toArray()).with(words);
    }

    private static String url(String bucket, String key) {
        return "s3://" + bucket + '/' + key;
    }

    /** A target that ends with a slash is a folder to s3cmd, to which it adds the file's name. */
    @Override
    public boolean canName(String key) {
        return !key.endsWith("/");
    }

    @Override
    public void makeBucket(String bucket) {
        s3cmd("mb", "s3://" + bucket).run();
    }

    @Override
    public void removeBucket(String bucket) {
        s3cmd("rb", "s3://" + bucket).run();
    }

    @Override
    public void upload(Path file, String bucket, String key) {
        s3cmd("put", file, url(bucket, key)).run();
    }

    @Override
    public void download(String bucket, String key, Path file) {
        s3cmd("get", "--force", url(bucket, key), file).run();
    }

    @Override
    public void uploadTree(Path folder, String bucket, String prefix) {
        s3cmd("put", "--recursive", folder + "/", url(bucket, prefix)).run();
    }

    @Override
    public void downloadTree(String bucket, String prefix, Path folder) {
        s3cmd("get", "--recursive", url(bucket, prefix), folder + "/").run();
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        String lines = s3cmd("ls", "--recursive", url(bucket, prefix)).run();
        return LISTED.matcher(lines).results().map(line -> line.group(1)).toList();
    }

    @Override
    public void copy(String bucket, String key, String newKey) {
        s3cmd("cp", url(bucket, key), url(bucket, newKey)).run();
    }

    @Override
    public void delete(String bucket, String key) {
        s3cmd("del", url(bucket, key)).run();
    }

    @Override
    public void deleteTree(String bucket, String prefix) {
        s3cmd("del", "--recursive", "--force", url(bucket, prefix)).run();
    }
}
