package dev.ose.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.TrustManager;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Amazon's SDK for Java, blocking, over its Apache HTTP client. It frames bodies over http as well, with signatures.
 */
final class JavaSdk implements S3Client {

    private static final int PART_BYTES = 8 * Samples.MIB;

    private final S3Target target;
    private final boolean isFraming;

    JavaSdk(S3Target target) {
        this(target, true);
    }

    private JavaSdk(S3Target target, boolean isFraming) {
        this.target = target;
        this.isFraming = isFraming;
    }

    /** Runs a call of the SDK's own client. */
    <T> T call(Function<software.amazon.awssdk.services.s3.S3Client, T> use) {
        Apache5HttpClient.Builder http = Apache5HttpClient.builder();
        Path authority = target.authority();
        if (authority != null) {
            TrustManager[] trust = Trust.managers(authority);
            http.tlsTrustManagersProvider(() -> trust);
        }
        S3ClientBuilder builder = software.amazon.awssdk.services.s3.S3Client.builder()
                .endpointOverride(target.endpoint())
                .region(Region.of(S3Target.REGION))
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(target.accessKey(), target.secretText())))
                .forcePathStyle(true)
                .httpClientBuilder(http);
        if (!isFraming) {
            builder.requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                    .serviceConfiguration(configuration -> configuration.chunkedEncodingEnabled(false));
        }
        try (var client = builder.build()) {
            return use.apply(client);
        } catch (SdkException e) {
            throw new AssertionError("the SDK for Java: " + e.getMessage(), e);
        }
    }

    private void run(Consumer<software.amazon.awssdk.services.s3.S3Client> use) {
        call(client -> {
            use.accept(client);
            return null;
        });
    }

    /** The client with the settings for platforms that take bodies only as they are. */
    S3Client withoutFraming() {
        return new JavaSdk(target, false);
    }

    @Override
    public void makeBucket(String bucket) {
        run(s3 -> s3.createBucket(request -> request.bucket(bucket)));
    }

    @Override
    public void removeBucket(String bucket) {
        run(s3 -> s3.deleteBucket(request -> request.bucket(bucket)));
    }

    @Override
    public void upload(Path file, String bucket, String key) {
        run(s3 -> s3.putObject(request -> request.bucket(bucket).key(key), file));
    }

    @Override
    public void uploadInParts(Path file, String bucket, String key) {
        run(s3 -> {
            String upload = s3.createMultipartUpload(
                            request -> request.bucket(bucket).key(key))
                    .uploadId();
            List<CompletedPart> parts = new ArrayList<>();
            try (InputStream in = Files.newInputStream(file)) {
                byte[] piece = in.readNBytes(PART_BYTES);
                for (int number = 1; piece.length > 0; number++, piece = in.readNBytes(PART_BYTES)) {
                    int partNumber = number;
                    String tag = s3.uploadPart(
                                    request -> request.bucket(bucket)
                                            .key(key)
                                            .uploadId(upload)
                                            .partNumber(partNumber),
                                    RequestBody.fromBytes(piece))
                            .eTag();
                    parts.add(CompletedPart.builder()
                            .partNumber(partNumber)
                            .eTag(tag)
                            .build());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            s3.completeMultipartUpload(request ->
                    request.bucket(bucket).key(key).uploadId(upload).multipartUpload(all -> all.parts(parts)));
        });
    }

    @Override
    public void download(String bucket, String key, Path file) {
        run(s3 -> {
            try (InputStream in = s3.getObject(request -> request.bucket(bucket).key(key))) {
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void uploadTree(Path folder, String bucket, String prefix) {
        run(s3 -> {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(Files::isRegularFile)
                        .forEach(file -> s3.putObject(
                                request -> request.bucket(bucket).key(prefix + folder.relativize(file)), file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void downloadTree(String bucket, String prefix, Path folder) {
        run(s3 -> {
            for (String key : list(bucket, prefix)) {
                Path file = folder.resolve(key.substring(prefix.length()));
                try (InputStream in =
                        s3.getObject(request -> request.bucket(bucket).key(key))) {
                    Files.createDirectories(file.getParent());
                    Files.copy(in, file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        return call(s3 ->
                s3.listObjectsV2Paginator(request -> request.bucket(bucket).prefix(prefix)).contents().stream()
                        .map(S3Object::key)
                        .toList());
    }

    @Override
    public void copy(String bucket, String key, String newKey) {
        run(s3 -> s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey(key)
                .destinationBucket(bucket)
                .destinationKey(newKey)));
    }

    @Override
    public void delete(String bucket, String key) {
        run(s3 -> s3.deleteObject(request -> request.bucket(bucket).key(key)));
    }

    @Override
    public void deleteTree(String bucket, String prefix) {
        List<ObjectIdentifier> found = list(bucket, prefix).stream()
                .map(key -> ObjectIdentifier.builder().key(key).build())
                .toList();
        run(s3 -> {
            var answer = s3.deleteObjects(request -> request.bucket(bucket).delete(all -> all.objects(found)));
            if (answer.hasErrors()) {
                throw new AssertionError(answer.errors().toString());
            }
        });
    }
}
