package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Amazon's SDK for Java over its native client, the Common Runtime: it signs and frames in C, sends large files in
 * parallel parts and fetches them in parallel ranges, each pinned to the entity tag of the first.
 */
final class JavaCrtSdk implements S3Client {

    private static final long LIMIT_MINUTES = 10;

    private final S3Target target;

    JavaCrtSdk(S3Target target) {
        this.target = target;
    }

    /** It only uses the machine's authorities, so over https verification is disabled. */
    private <T> T call(Function<S3AsyncClient, CompletableFuture<T>> use) {
        try (S3AsyncClient client = S3AsyncClient.crtBuilder()
                .endpointOverride(target.endpoint())
                .region(Region.of(S3Target.REGION))
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(target.accessKey(), target.secretText())))
                .forcePathStyle(true)
                .httpConfiguration(http -> http.trustAllCertificatesEnabled(target.isTls()))
                .build()) {
            return use.apply(client).orTimeout(LIMIT_MINUTES, TimeUnit.MINUTES).join();
        } catch (CompletionException e) {
            throw new AssertionError("the SDK for Java over CRT: " + e.getMessage(), e);
        }
    }

    @Override
    public void makeBucket(String bucket) {
        call(s3 -> s3.createBucket(request -> request.bucket(bucket)));
    }

    @Override
    public void removeBucket(String bucket) {
        call(s3 -> s3.deleteBucket(request -> request.bucket(bucket)));
    }

    @Override
    public void upload(Path file, String bucket, String key) {
        call(s3 -> s3.putObject(request -> request.bucket(bucket).key(key), file));
    }

    @Override
    public void download(String bucket, String key, Path file) {
        call(s3 -> s3.getObject(request -> request.bucket(bucket).key(key), file));
    }

    @Override
    public void uploadTree(Path folder, String bucket, String prefix) {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> files = walk.filter(Files::isRegularFile).toList();
            call(s3 -> all(files.stream()
                    .map(file -> s3.putObject(
                            request -> request.bucket(bucket).key(prefix + folder.relativize(file)), file))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void downloadTree(String bucket, String prefix, Path folder) {
        List<String> keys = list(bucket, prefix);
        try {
            for (String key : keys) {
                Files.createDirectories(file(key, prefix, folder).getParent());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        call(s3 -> all(keys.stream()
                .map(key -> s3.getObject(request -> request.bucket(bucket).key(key), file(key, prefix, folder)))));
    }

    private static Path file(String key, String prefix, Path folder) {
        return folder.resolve(key.substring(prefix.length()));
    }

    private static CompletableFuture<Void> all(Stream<? extends CompletableFuture<?>> calls) {
        return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new));
    }

    @Override
    public List<String> list(String bucket, String prefix) {
        return call(s3 -> {
            List<String> keys = new CopyOnWriteArrayList<>();
            return s3.listObjectsV2Paginator(request -> request.bucket(bucket).prefix(prefix))
                    .contents()
                    .map(S3Object::key)
                    .subscribe(keys::add)
                    .thenApply(_ -> List.copyOf(keys));
        });
    }

    @Override
    public void copy(String bucket, String key, String newKey) {
        call(s3 -> s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey(key)
                .destinationBucket(bucket)
                .destinationKey(newKey)));
    }

    @Override
    public void delete(String bucket, String key) {
        call(s3 -> s3.deleteObject(request -> request.bucket(bucket).key(key)));
    }

    @Override
    public void deleteTree(String bucket, String prefix) {
        List<ObjectIdentifier> found = list(bucket, prefix).stream()
                .map(key -> ObjectIdentifier.builder().key(key).build())
                .toList();
        var answer =
                call(s3 -> s3.deleteObjects(request -> request.bucket(bucket).delete(all -> all.objects(found))));
        if (answer.hasErrors()) {
            throw new AssertionError(answer.errors().toString());
        }
    }
}
