package dev.ose.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Hadoop's file system in buckets. It looks for files and for folders at every turn, keeps empty objects that end with
 * a slash for folders, renames by copying, and sends bodies in signed chunks. It cannot make buckets, so Amazon's SDK
 * does.
 */
final class HadoopS3a implements S3Client {

    private final S3Target target;
    private final JavaSdk buckets;

    HadoopS3a(S3Target target) {
        this.target = target;
        buckets = new JavaSdk(target);
        // It makes its own connections, and takes their authorities from nowhere but the machine.
        java.nio.file.Path authority = target.authority();
        if (authority != null) {
            Trust.byDefault(authority);
        }
    }

    /** An action on the file system of a bucket. */
    private interface Use<T> {
        T with(FileSystem files) throws IOException;
    }

    /** Hadoop keeps the file system of a bucket until it is closed. */
    private <T> T call(String bucket, Use<T> use) {
        try {
            return use.with(FileSystem.get(path(bucket, "").toUri(), configuration()));
        } catch (IOException e) {
            throw new AssertionError("s3a: " + e.getMessage(), e);
        }
    }

    /** Endpoint and credentials; all else is Hadoop's default. */
    private Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set("fs.s3a.endpoint", target.endpoint().toString());
        configuration.set("fs.s3a.endpoint.region", S3Target.REGION);
        configuration.set("fs.s3a.path.style.access", "true");
        configuration.set("fs.s3a.connection.ssl.enabled", Boolean.toString(target.isTls()));
        configuration.set("fs.s3a.access.key", target.accessKey());
        configuration.set("fs.s3a.secret.key", target.secretText());
        configuration.set("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        return configuration;
    }

    private static Path path(String bucket, String key) {
        return new Path("s3a", bucket, "/" + key);
    }

    /** To Hadoop a slash separates folders, and nothing has an empty name. */
    @Override
    public boolean canName(String key) {
        return !(key + '/').contains("//");
    }

    @Override
    public void makeBucket(String bucket) {
        buckets.makeBucket(bucket);
    }

    /** Without the folders that it leaves behind where files were. */
    @Override
    public void removeBucket(String bucket) {
        buckets.list(bucket, "").forEach(folder -> buckets.delete(bucket, folder));
        buckets.removeBucket(bucket);
        call(bucket, files -> {
            files.close();
            return true;
        });
    }

    @Override
    public void upload(java.nio.file.Path file, String bucket, String key) {
        call(bucket, files -> {
            files.copyFromLocalFile(new Path(file.toUri()), path(bucket, key));
            return true;
        });
    }

    /** Like programs do: in blocks of 64 MiB, each of which becomes a part. */
    @Override
    public void uploadInParts(java.nio.file.Path file, String bucket, String key) {
        call(bucket, files -> {
            try (OutputStream out = files.create(path(bucket, key))) {
                return Files.copy(file, out);
            }
        });
    }

    @Override
    public void download(String bucket, String key, java.nio.file.Path file) {
        call(bucket, files -> copy(files, path(bucket, key), file));
    }

    private static long copy(FileSystem files, Path from, java.nio.file.Path to) throws IOException {
        try (InputStream in = files.open(from)) {
            return Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void uploadTree(java.nio.file.Path folder, String bucket, String prefix) {
        upload(folder, bucket, prefix);
    }

    @Override
    public void downloadTree(String bucket, String prefix, java.nio.file.Path folder) {
        call(bucket, files -> {
            for (String key : list(files, bucket, prefix)) {
                java.nio.file.Path file = folder.resolve(key.substring(prefix.length()));
                Files.createDirectories(file.getParent());
                copy(files, path(bucket, key), file);
            }
            return true;
        });
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        return call(bucket, files -> list(files, bucket, prefix));
    }

    private static List<String> list(FileSystem files, String bucket, String prefix) throws IOException {
        List<String> keys = new ArrayList<>();
        Path folder = path(bucket, prefix);
        if (files.exists(folder)) {
            RemoteIterator<LocatedFileStatus> found = files.listFiles(folder, true);
            while (found.hasNext()) {
                keys.add(found.next().getPath().toUri().getPath().substring(1));
            }
        }
        return keys;
    }

    /** It renames: to Hadoop that is how an object is copied by its server. */
    @Override
    public void copy(String bucket, String key, String newKey) {
        call(bucket, files -> {
            Path to = path(bucket, newKey);
            files.mkdirs(to.getParent());
            if (!files.rename(path(bucket, key), to)) {
                throw new IOException("cannot rename " + key);
            }
            return true;
        });
    }

    @Override
    public void delete(String bucket, String key) {
        call(bucket, files -> files.delete(path(bucket, key), false));
    }

    /** The root stays: what is in it goes. */
    @Override
    public void deleteTree(String bucket, String prefix) {
        call(bucket, files -> {
            Path tree = path(bucket, prefix);
            if (!tree.isRoot()) {
                return files.delete(tree, true);
            }
            for (FileStatus each : files.listStatus(tree)) {
                files.delete(each.getPath(), true);
            }
            return true;
        });
    }
}
