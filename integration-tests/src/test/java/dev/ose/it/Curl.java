package dev.ose.it;

import dev.ose.s3.UriEncoding;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** curl with its own signatures, as people use it in scripts. It signs what it is given and nothing more. */
final class Curl implements S3Client {

    private static final int PART_BYTES = 8 * Samples.MIB;
    private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");

    private final Path program = Tools.packaged("curl");
    private final S3Target target;
    private final Path scratch;

    Curl(S3Target target) {
        this.target = target;
        try {
            scratch = Files.createTempDirectory(Files.createDirectories(Tools.scratch()), "curl");
            // In a file, because other accounts can read a program's arguments.
            Files.writeString(
                    scratch.resolve("config"), "user = \"" + target.accessKey() + ':' + target.secretText() + "\"\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String curl(String where, Object... words) {
        Command command = new Command(program, "--silent", "--show-error", "--fail-with-body", "--path-as-is")
                .with("--config", scratch.resolve("config"))
                .with("--aws-sigv4", "aws:amz:" + S3Target.REGION + ":s3")
                .with("--header", "x-amz-content-sha256: UNSIGNED-PAYLOAD")
                .with(words)
                .within(Duration.ofMinutes(10));
        Path authority = target.authority();
        if (authority != null) {
            command.with("--cacert", authority);
        }
        return command.with(target.endpoint() + where).run();
    }

    private static String path(String bucket, String key) {
        return '/' + bucket + '/' + UriEncoding.encodePath(key);
    }

    /** To a URL that ends in a slash curl adds the name of the file. */
    @Override
    public boolean canName(String key) {
        return !key.endsWith("/");
    }

    @Override
    public void makeBucket(String bucket) {
        curl('/' + bucket, "--request", "PUT");
    }

    @Override
    public void removeBucket(String bucket) {
        curl('/' + bucket, "--request", "DELETE");
    }

    @Override
    public void upload(Path file, String bucket, String key) {
        curl(path(bucket, key), "--upload-file", file);
    }

    @Override
    public void uploadInParts(Path file, String bucket, String key) {
        String id = element(curl(path(bucket, key) + "?uploads=", "--request", "POST"), "UploadId");
        StringBuilder document = new StringBuilder("<CompleteMultipartUpload>");
        int number = 0;
        for (Path part : cut(file)) {
            number++;
            Path head = scratch.resolve("head");
            curl(
                    path(bucket, key) + "?partNumber=" + number + "&uploadId=" + UriEncoding.encodeQuery(id),
                    "--upload-file",
                    part,
                    "--dump-header",
                    head);
            document.append("<Part><PartNumber>").append(number).append("</PartNumber><ETag>");
            document.append(entityTag(head)).append("</ETag></Part>");
        }
        curl(
                path(bucket, key) + "?uploadId=" + UriEncoding.encodeQuery(id),
                "--request",
                "POST",
                "--header",
                "Content-Type: application/xml",
                "--data-binary",
                document.append("</CompleteMultipartUpload>").toString());
    }

    private List<Path> cut(Path file) {
        List<Path> parts = new ArrayList<>();
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            for (long left = in.length(); left > 0; left -= PART_BYTES) {
                byte[] part = new byte[(int) Math.min(left, PART_BYTES)];
                in.readFully(part);
                parts.add(Files.write(scratch.resolve("part-" + parts.size()), part));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return parts;
    }

    private static String entityTag(Path head) {
        try {
            return Files.readString(head)
                    .lines()
                    .filter(line -> line.regionMatches(true, 0, "etag:", 0, 5))
                    .map(line -> line.substring(5).strip())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no ETag"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String element(String document, String name) {
        return document.replaceFirst("(?s).*<" + name + ">([^<]*)</.*", "$1");
    }

    @Override
    public void download(String bucket, String key, Path file) {
        curl(path(bucket, key), "--create-dirs", "--output", file);
    }

    @Override
    public void uploadTree(Path folder, String bucket, String prefix) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile).forEach(file -> upload(file, bucket, prefix + folder.relativize(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void downloadTree(String bucket, String prefix, Path folder) {
        list(bucket, prefix).forEach(key -> download(bucket, key, folder.resolve(key.substring(prefix.length()))));
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        String listing = curl('/' + bucket + "?list-type=2&prefix=" + UriEncoding.encodeQuery(prefix));
        return KEY.matcher(listing).results().map(Curl::key).toList();
    }

    private static String key(MatchResult found) {
        return found.group(1)
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#39;", "'")
                .replace("&apos;", "'")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    @Override
    public void copy(String bucket, String key, String newKey) {
        curl(path(bucket, newKey), "--request", "PUT", "--header", "x-amz-copy-source: " + path(bucket, key));
    }

    @Override
    public void delete(String bucket, String key) {
        curl(path(bucket, key), "--request", "DELETE");
    }

    @Override
    public void deleteTree(String bucket, String prefix) {
        list(bucket, prefix).forEach(key -> delete(bucket, key));
    }
}
