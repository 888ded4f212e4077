package dev.ose.s3.operation;

import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of each {@code x-amz-} header of each operation. What a client asks for is done or refused by name, never
 * dropped: a header that the operation does not have is refused like one that is not offered, since the next release of S3
 * may give it a meaning that a client relies on. The list is {@code amz-headers.txt}.
 */
public final class AmzHeaders {

    private static final String PREFIX = "x-amz-";
    private static final String METADATA = "x-amz-meta-";
    private static final Map<String, Map<String, Fate>> BY_OPERATION = load();

    private AmzHeaders() {}

    /** What becomes of a header. */
    public enum Fate {
        /** The node acts by it. */
        DONE,
        /** The platform acts by it, or refuses it. */
        PASSED,
        /** The node refuses it. */
        REFUSED,
        /** It has no meaning there, in S3 neither: a client in wide use sends it all the same. */
        IGNORED
    }

    /**
     * Refuses with {@code NotImplemented} the first header that would be dropped.
     *
     * @param names the lower-case names of all headers
     */
    public static void requireOffered(String operation, Iterable<String> names, HeaderLookup headers) {
        for (String name : names) {
            if (name.startsWith(PREFIX)
                    && !isOfEveryRequest(name)
                    && !isOffered(operation, name)
                    && !StatedChecksum.isOfEmptyBody(name, headers.get(name))) {
                throw new S3ErrorException(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", name));
            }
        }
    }

    /** What becomes of the headers of each operation: its name to lower-case header to fate, in the order of the names. */
    public static Map<String, Map<String, Fate>> all() {
        Map<String, Map<String, Fate>> all = new TreeMap<>();
        BY_OPERATION.forEach((operation, fates) -> all.put(operation, new TreeMap<>(fates)));
        return all;
    }

    private static boolean isOffered(String operation, String name) {
        Map<String, Fate> fates = BY_OPERATION.get(operation);
        @Nullable Fate fate = fates == null ? null : fates.get(name);
        return fate != null && fate != Fate.REFUSED;
    }

    /** Signatures, the framing of bodies, conditions and offers that every operation has, and what SDKs tell of themselves. */
    private static boolean isOfEveryRequest(String name) {
        return switch (name) {
            case "x-amz-date", "x-amz-content-sha256", "x-amz-security-token" -> true;
            case "x-amz-decoded-content-length", "x-amz-trailer" -> true;
            case "x-amz-expected-bucket-owner", "x-amz-request-payer" -> true;
            // The Java SDK offers to take a digest behind an object; an answer without x-amz-transfer-encoding
            // declines.
            case "x-amz-te" -> true;
            case "x-amz-user-agent",
                    "x-amz-api-version",
                    "x-amz-sdk-invocation-id",
                    "x-amz-sdk-request",
                    "x-amz-cf-id" -> true;
            default -> name.startsWith(METADATA);
        };
    }

    private static Map<String, Map<String, Fate>> load() {
        Map<String, Map<String, Fate>> operations = new HashMap<>();
        try (InputStream list = AmzHeaders.class.getResourceAsStream("amz-headers.txt")) {
            if (list == null) {
                throw new IllegalStateException("amz-headers.txt is missing");
            }
            new String(list.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> add(line.split(" ", -1), operations));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return operations;
    }

    private static void add(String[] words, Map<String, Map<String, Fate>> operations) {
        Fate fate =
                switch (words[1]) {
                    case "done" -> Fate.DONE;
                    case "passed" -> Fate.PASSED;
                    case "refused" -> Fate.REFUSED;
                    case "ignored" -> Fate.IGNORED;
                    default -> throw new IllegalStateException("no fate: " + words[1]);
                };
        Map<String, Fate> fates = operations.computeIfAbsent(words[0], operation -> new HashMap<>());
        for (int i = 2; i < words.length; i++) {
            fates.put(PREFIX + words[i], fate);
        }
    }
}
