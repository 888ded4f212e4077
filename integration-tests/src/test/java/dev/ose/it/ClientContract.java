package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The operations that every S3 client must be able to perform, over http and https, with its default settings. If these
 * frame bodies and the server does not support that, framed uploads must be refused completely, and everything else
 * works with the setting that the client documents.
 */
@Tag("client")
@ExtendWith(Servers.class)
@ParameterizedClass
@EnumSource(Where.class)
abstract class ClientContract {

    /** More than one part of any client. */
    private static final long HUGE_MEBIBYTES = 80;

    private static final boolean IS_PATIENT = "all".equals(System.getProperty("ose.clients"));

    private static final List<String> ODD_KEYS = List.of(
            "with space.txt",
            "plus+plus",
            "per%cent%20x",
            "folder/~!*'()=@:$&,;-_.x",
            "umlaut-ä-€-日本-😀",
            "double//slash",
            "trailing/");

    @Parameter
    Where where;

    @TempDir
    Path folder;

    private S3Target target;
    private S3Client client;
    private String bucket;

    abstract S3Client client(S3Target target);

    /**
     * The listeners over which a build has time for what takes many commands. A command costs some clients a second,
     * and between http and https the bodies differ, which the other tests see; {@code -Dose.clients=all} has time for
     * it all.
     */
    Set<Where> hasTimeForManyCommands() {
        return EnumSet.allOf(Where.class);
    }

    /** The default maximum part size of this client. */
    long partMebibytes() {
        return 16;
    }

    @BeforeEach
    void prepare(Servers.Endpoints endpoints) {
        target = endpoints.target(where);
        client = client(target);
        bucket = "it-" + UUID.randomUUID();
    }

    private void assumeTimeForManyCommands() {
        assumeTrue(
                IS_PATIENT || hasTimeForManyCommands().contains(where),
                "over this listener with -Dose.clients=all only");
    }

    @Test
    void treeComesBackByteForByte() {
        assumeTimeForManyCommands();
        Path tree = Samples.tree();
        Map<String, String> sent = Samples.digests(tree);
        client.makeBucket(bucket);

        client.uploadTree(tree, bucket, "source/");
        Path returned = folder.resolve("returned");
        assertThat(returned.toFile().mkdir()).isTrue();
        client.downloadTree(bucket, "source/", returned);

        assertThat(sent.size()).isGreaterThan(50);
        assertThat(client.list(bucket, "source/"))
                .containsExactlyInAnyOrderElementsOf(
                        sent.keySet().stream().map(name -> "source/" + name).toList());
        assertThat(Samples.digests(returned)).isEqualTo(sent);

        client.deleteTree(bucket, "source/");
        assertThat(client.list(bucket, "")).isEmpty();
        client.removeBucket(bucket);
    }

    @Test
    void oddKeysAndEmptyFilesComeBack() throws IOException {
        assumeTimeForManyCommands();
        client.makeBucket(bucket);
        Path empty = Files.createFile(folder.resolve("empty"));
        Map<String, Path> files = new TreeMap<>();
        files.put("empty", empty);
        for (String key : ODD_KEYS) {
            boolean isStorable = target.server().storesEveryKey() || !(key + '/').contains("//");
            if (client.canName(key) && isStorable) {
                files.put(key, Samples.file("odd-" + key.hashCode(), 1000 + key.length()));
            }
        }

        files.forEach((key, file) -> client.upload(file, bucket, key));

        Map<String, String> returned = new TreeMap<>();
        for (String key : files.keySet()) {
            Path file = folder.resolve("returned-" + key.hashCode());
            client.download(bucket, key, file);
            returned.put(key, Samples.sha256(file));
        }
        assertThat(returned).isEqualTo(digests(files));
        assertThat(client.list(bucket, "")).containsExactlyInAnyOrderElementsOf(files.keySet());

        files.keySet().forEach(key -> client.delete(bucket, key));
        assertThat(client.list(bucket, "")).isEmpty();
        client.removeBucket(bucket);
    }

    private static Map<String, String> digests(Map<String, Path> files) {
        return files.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> Samples.sha256(entry.getValue())));
    }

    @Test
    void copyHasTheBytesOfItsSource() {
        client.makeBucket(bucket);
        Path file = Samples.file("small", 300_000);
        client.upload(file, bucket, "from here/ä+1.bin");

        client.copy(bucket, "from here/ä+1.bin", "to/there %41.bin");

        Path returned = folder.resolve("returned");
        client.download(bucket, "to/there %41.bin", returned);
        assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(file));
        client.deleteTree(bucket, "");
        client.removeBucket(bucket);
    }

    @Test
    void hugeFileUploadedInPartsComesBack() {
        long mebibytes = hugeMebibytes();
        Path file = Samples.file("huge-" + mebibytes, mebibytes * Samples.MIB);
        client.makeBucket(bucket);

        client.uploadInParts(file, bucket, "big file");

        Path returned = folder.resolve("returned");
        client.download(bucket, "big file", returned);
        assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(file));
        WireAnswer head = Wire.send(target, SignedRequest.of("HEAD", '/' + bucket + "/big%20file"));
        assertThat(head.header("etag")).as("the entity tag of parts").matches("\"[0-9a-f]{32}-[0-9]+\"");
        client.deleteTree(bucket, "");
        client.removeBucket(bucket);
    }

    /** Over https, where clients written in Java are slow, more than one part is enough. */
    private long hugeMebibytes() {
        long enough =
                IS_PATIENT || where == Where.HTTP ? HUGE_MEBIBYTES : Math.min(HUGE_MEBIBYTES, partMebibytes() * 3 / 2);
        return Long.getLong("ose.clients.mebibytes", enough);
    }
}
