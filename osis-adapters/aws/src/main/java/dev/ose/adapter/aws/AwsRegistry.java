package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The records of the adapter: objects of a bucket, each changed only as it was read. S3 shows every change at once and
 * decides conditions of writes, which IAM does not.
 */
final class AwsRegistry {

    private static final String PRECONDITION_FAILED = "PreconditionFailed";
    private static final String CONFLICT = "ConditionalRequestConflict";
    private static final String NO_SUCH_KEY = "NoSuchKey";

    private final AwsCalls calls;
    private final S3Client s3;
    private final String bucket;

    AwsRegistry(AwsCalls calls, S3Client s3, String bucket) {
        this.calls = calls;
        this.s3 = s3;
        this.bucket = bucket;
    }

    /**
     * A record as it was read.
     *
     * @param tag of the version that was read
     */
    record Stored<T>(T content, String tag) {}

    /** Fails unless the bucket is there and may be read. */
    void check() {
        isEmpty("ose/none/");
    }

    /** @param form reads the record, and throws Jackson's exceptions if it is of no such form */
    <T> Optional<Stored<T>> find(String key, Function<JsonNode, T> form) {
        Optional<ResponseBytes<GetObjectResponse>> found = calls.find(
                "read a record of the registry",
                () -> s3.getObjectAsBytes(request -> request.bucket(bucket).key(key)),
                NO_SUCH_KEY);
        return found.map(object -> new Stored<>(
                read(key, object.asByteArrayUnsafe(), form), object.response().eTag()));
    }

    private static <T> T read(String key, byte[] document, Function<JsonNode, T> form) {
        try {
            return form.apply(JsonMapper.shared().readTree(document));
        } catch (JacksonException | IllegalArgumentException e) {
            throw new PlatformException(
                    Kind.UNAVAILABLE, "The record " + key + " of the registry at AWS is of no known form.");
        }
    }

    /** Whether the record was written; false if there is one. */
    boolean create(String key, ObjectNode content) {
        return write(put(key).ifNoneMatch("*"), content);
    }

    /** Whether the record was replaced; false if it is not any more as it was read. */
    boolean replace(String key, ObjectNode content, String tag) {
        return write(put(key).ifMatch(tag), content);
    }

    private PutObjectRequest.Builder put(String key) {
        return PutObjectRequest.builder()
                .bucket(bucket)
                .key(key)
                .serverSideEncryption(ServerSideEncryption.AES256)
                .contentType("application/json");
    }

    private boolean write(PutObjectRequest.Builder request, ObjectNode content) {
        byte[] document = JsonMapper.shared().writeValueAsBytes(content);
        return calls.tryChange(
                "write a record of the registry",
                () -> s3.putObject(request.build(), RequestBody.fromBytes(document)),
                PRECONDITION_FAILED,
                CONFLICT,
                NO_SUCH_KEY);
    }

    /** Deletes the record if it still is as it was read. */
    void delete(String key, String tag) {
        calls.tryChange(
                "delete a record of the registry",
                () -> s3.deleteObject(request -> request.bucket(bucket).key(key).ifMatch(tag)),
                PRECONDITION_FAILED,
                CONFLICT,
                NO_SUCH_KEY);
    }

    /** Whether there is no record whose key begins so. */
    boolean isEmpty(String prefix) {
        return calls.read(
                        "list records of the registry",
                        () -> s3.listObjectsV2(
                                request -> request.bucket(bucket).prefix(prefix).maxKeys(1)))
                .contents()
                .isEmpty();
    }
}
