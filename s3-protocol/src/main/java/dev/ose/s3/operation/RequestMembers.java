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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The handling of each member of each operation's request: headers in lower case, {@code ?parameters} and {@code
 * /Elements/OfTheDocument}. A member is performed or refused by name, never dropped. An {@code x-amz-} header that the
 * operation does not have is refused like one that is not offered, because a later release of S3 may give it a meaning.
 * The list is {@code request-members.txt}.
 */
public final class RequestMembers {

    private static final String PREFIX = "x-amz-";
    private static final String METADATA = "x-amz-meta-";
    private static final String PAYER = "x-amz-request-payer";
    private static final Map<String, Map<String, Fate>> BY_OPERATION = load();

    /** Members that are refused among query parameters, and among headers without a prefix of S3. */
    private static final Map<String, List<String>> REFUSED_BESIDE = refusedBeside();

    /** Headers of HTTP that pass on some operation. Clients add them to others, where they mean nothing. */
    private static final Set<String> PASSED_OF_HTTP = BY_OPERATION.values().stream()
            .flatMap(fates -> fates.entrySet().stream())
            .filter(member -> member.getValue() == Fate.PASSED)
            .map(Map.Entry::getKey)
            .filter(member -> !member.startsWith(PREFIX) && !member.startsWith("?") && !member.startsWith("/"))
            .collect(Collectors.toUnmodifiableSet());

    private RequestMembers() {}

    /** The handling of a member. */
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
     * Refuses with {@code NotImplemented} the first {@code x-amz-} header that would be dropped.
     *
     * @param names the lower-case names of all headers
     */
    public static void requireOffered(String operation, Iterable<String> names, HeaderLookup headers) {
        for (String name : names) {
            if (name.startsWith(PREFIX)
                    && !isOfEveryRequest(name)
                    && !isOffered(operation, name)
                    && !StatedChecksum.isOfEmptyBody(name, headers.get(name))) {
                throw notOffered("Header", name);
            }
        }
    }

    /** Refuses with {@code NotImplemented} a header of HTTP and a query parameter that would be overlooked. */
    static void requireOffered(String operation, QueryParameters query, HeaderLookup headers) {
        for (String member : REFUSED_BESIDE.getOrDefault(operation, List.of())) {
            if (member.startsWith("?")) {
                if (query.contains(member.substring(1))) {
                    throw notOffered("Parameter", member.substring(1));
                }
            } else if (headers.get(member) != null) {
                throw notOffered("Header", member);
            }
        }
    }

    /**
     * Whether the platform is to see a header. Digests of a body are compared on both sides: bytes may change on each
     * leg. Conditions and descriptions that HTTP has for every request have no meaning on operations without a row.
     *
     * @param name in lower case, of a header that {@link #requireOffered} lets pass
     */
    public static boolean isPassed(String operation, String name) {
        if (!name.startsWith(PREFIX)) {
            return PASSED_OF_HTTP.contains(name);
        }
        Fate fate = of(operation).get(name);
        return fate == Fate.PASSED
                || (fate == Fate.DONE && StatedChecksum.isAboutBody(name))
                || name.equals(PAYER)
                || name.startsWith(METADATA);
    }

    /** The handling of a member; empty if S3 does not have it there. */
    public static Optional<Fate> fate(String operation, String member) {
        return Optional.ofNullable(of(operation).get(member));
    }

    /** Whether the operation has a document of elements; bodies of others are ignored. */
    public static boolean hasDocument(String operation) {
        return of(operation).keySet().stream().anyMatch(member -> member.startsWith("/"));
    }

    /** The handling of all members: operation name to member to fate, sorted by name. */
    public static Map<String, Map<String, Fate>> all() {
        Map<String, Map<String, Fate>> all = new TreeMap<>();
        BY_OPERATION.forEach((operation, fates) -> all.put(operation, new TreeMap<>(fates)));
        return all;
    }

    private static Map<String, Fate> of(String operation) {
        return BY_OPERATION.getOrDefault(operation, Map.of());
    }

    private static Map<String, List<String>> refusedBeside() {
        Map<String, List<String>> refused = new HashMap<>();
        BY_OPERATION.forEach((operation, fates) -> refused.put(
                operation,
                fates.keySet().stream()
                        .filter(member -> fates.get(member) == Fate.REFUSED)
                        .filter(member -> !member.startsWith(PREFIX) && !member.startsWith("/"))
                        .sorted()
                        .toList()));
        return refused;
    }

    private static boolean isOffered(String operation, String name) {
        return fate(operation, name).filter(fate -> fate != Fate.REFUSED).isPresent();
    }

    private static S3ErrorException notOffered(String kind, String name) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with(kind, name));
    }

    /**
     * Signatures, the framing of bodies, conditions and offers that every operation has, and identification of SDKs.
     */
    private static boolean isOfEveryRequest(String name) {
        return switch (name) {
            case "x-amz-date", "x-amz-content-sha256", "x-amz-security-token" -> true;
            case "x-amz-decoded-content-length", "x-amz-trailer" -> true;
            case "x-amz-expected-bucket-owner", PAYER -> true;
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
        try (InputStream list = RequestMembers.class.getResourceAsStream("request-members.txt")) {
            if (list == null) {
                throw new IllegalStateException("request-members.txt is missing");
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
            fates.put(words[i], fate);
        }
    }
}
