package dev.ose.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * The S3 operations as SDKs describe them, each with the members of its request. {@code s3-members.txt} is derived from
 * botocore's service description, whose release its first line names; {@code RequestMembersTest} of {@code s3-protocol}
 * writes it.
 */
public final class S3Model {

    private S3Model() {}

    /**
     * One operation.
     *
     * @param uri with the names of bucket and key in braces, and the query that selects it
     * @param members headers in lower case, {@code ?parameters} and {@code /Elements/OfTheDocument}
     */
    public record Operation(String name, String method, String uri, List<String> members) {

        public Operation {
            members = List.copyOf(members);
        }

        /** The path of a request to this bucket or object. */
        public String path(String bucket, String key) {
            return uri.replace("{Bucket}", bucket).replace("{Key+}", key);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** All operations, sorted by name. */
    public static List<Operation> operations() {
        return text().lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.split(" ", -1)))
                .map(words -> new Operation(words.get(0), words.get(1), words.get(2), words.subList(3, words.size())))
                .toList();
    }

    /** The resource as it is. */
    public static String text() {
        try (InputStream in = S3Model.class.getResourceAsStream("s3-members.txt")) {
            return new String(Objects.requireNonNull(in, "s3-members.txt").readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
