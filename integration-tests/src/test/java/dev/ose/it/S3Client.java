package dev.ose.it;

import java.nio.file.Path;
import java.util.List;

/** The common operations of S3 clients. A failure is an AssertionError. */
interface S3Client {

    /** Whether this client has a way to name the key as it is. */
    default boolean canName(String key) {
        return true;
    }

    void makeBucket(String bucket);

    void removeBucket(String bucket);

    /** Uploads a file the way the client chooses for its size. */
    void upload(Path file, String bucket, String key);

    /** Uploads a file in parts. */
    default void uploadInParts(Path file, String bucket, String key) {
        upload(file, bucket, key);
    }

    void download(String bucket, String key, Path file);

    void uploadTree(Path folder, String bucket, String prefix);

    void downloadTree(String bucket, String prefix, Path folder);

    /** All keys with the prefix. */
    List<String> list(String bucket, String prefix);

    void copy(String bucket, String key, String newKey);

    void delete(String bucket, String key);

    void deleteTree(String bucket, String prefix);
}
