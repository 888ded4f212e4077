package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** MinIO's command line, over minio-go. Over http it signs the chunks of a body. */
final class Mc implements S3Client {

    private final S3Target target;
    private final Path configuration;

    Mc(S3Target target) {
        this.target = target;
        try {
            configuration = Files.createTempDirectory(Files.createDirectories(Tools.scratch()), "mc");
            Path authority = target.authority();
            if (authority != null) {
                Path trusted = Files.createDirectories(configuration.resolve("certs/CAs"));
                Files.copy(authority, trusted.resolve("node.crt"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String mc(Object... words) {
        String credentials = "://" + target.accessKey() + ':' + target.secretText() + '@';
        return new Command(Tools.program("mc"), "--config-dir", configuration, "--no-color", "--json")
                .with(words)
                .variable("MC_HOST_ose", target.endpoint().toString().replace("://", credentials))
                .within(Duration.ofMinutes(10))
                .run();
    }

    private static String remote(String bucket, String key) {
        return "ose/" + bucket + '/' + key;
    }

    /** To mc keys are paths: no empty names in them, none at their end. */
    @Override
    public boolean canName(String key) {
        return !key.contains("//") && !key.endsWith("/");
    }

    @Override
    public void makeBucket(String bucket) {
        mc("mb", remote(bucket, ""));
    }

    @Override
    public void removeBucket(String bucket) {
        mc("rb", remote(bucket, ""));
    }

    @Override
    public void upload(Path file, String bucket, String key) {
        mc("cp", file, remote(bucket, key));
    }

    /** The same with a checksum that the server compares; over https it follows the body unsigned. */
    void uploadWithChecksum(Path file, String bucket, String key, String algorithm) {
        mc("cp", "--checksum", algorithm, file, remote(bucket, key));
    }

    @Override
    public void download(String bucket, String key, Path file) {
        mc("cp", remote(bucket, key), file);
    }

    @Override
    public void uploadTree(Path folder, String bucket, String prefix) {
        mc("cp", "--recursive", folder + "/", remote(bucket, prefix));
    }

    @Override
    public void downloadTree(String bucket, String prefix, Path folder) {
        mc("cp", "--recursive", remote(bucket, prefix), folder + "/");
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        return mc("ls", "--recursive", remote(bucket, prefix))
                .lines()
                .map(line -> JsonMapper.shared().readTree(line))
                .map(found -> prefix + found.required("key").asString())
                .toList();
    }

    @Override
    public void copy(String bucket, String key, String newKey) {
        mc("cp", remote(bucket, key), remote(bucket, newKey));
    }

    @Override
    public void delete(String bucket, String key) {
        mc("rm", remote(bucket, key));
    }

    @Override
    public void deleteTree(String bucket, String prefix) {
        mc("rm", "--recursive", "--force", remote(bucket, prefix));
    }
}
