package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Every kind of object, sent to a bucket and read again, copied and deleted.
 *
 * @param bucket an empty one, which is removed
 * @param files of the client
 */
record ObjectRoundTrip(S3Client client, String bucket, ClientFiles files) {

    /** At least {@code empty}, {@code a%.txt} and {@code per%cent%20x} are among the keys. */
    void run(List<String> keys) throws IOException {
        for (String key : keys) {
            client.upload(files.file(key, key.equals("empty") ? "" : "content of " + key), bucket, key);
        }
        Path large = Samples.file("large", 20L * Samples.MIB);
        client.uploadInParts(large, bucket, "in parts");
        client.upload(large, bucket, "in one");

        assertThat(client.list(bucket, "")).hasSize(keys.size() + 2).containsAll(keys);
        for (String key : keys) {
            assertThat(files.text(client, bucket, key)).isEqualTo(key.equals("empty") ? "" : "content of " + key);
        }
        client.copy(bucket, "per%cent%20x", "copied ä");
        assertThat(files.text(client, bucket, "copied ä")).isEqualTo("content of per%cent%20x");
        for (String key : List.of("in parts", "in one")) {
            Path returned = files.folder().resolve("returned");
            client.download(bucket, key, returned);
            assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(large));
        }

        client.delete(bucket, "a%.txt");
        assertThat(client.list(bucket, "a%")).isEmpty();
        client.deleteTree(bucket, "");
        client.removeBucket(bucket);
        assertThatThrownBy(() -> client.list(bucket, "")).hasMessageContaining("Status Code: 404");
    }
}
