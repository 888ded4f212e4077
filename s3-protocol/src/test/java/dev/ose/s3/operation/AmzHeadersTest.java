package dev.ose.s3.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ose.s3.error.S3ErrorException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class AmzHeadersTest {

    /** Regenerate with {@code -Dose.regenerate=true}. */
    private static final Path PAGE = Path.of("docs/reference/s3-request-members.md");

    /** The same requests as other operations, by the names that they had once. */
    private static final Map<String, String> OLDER_NAMES = Map.of(
            "GetBucketLifecycle", "GetBucketLifecycleConfiguration",
            "PutBucketLifecycle", "PutBucketLifecycleConfiguration",
            "GetBucketNotification", "GetBucketNotificationConfiguration",
            "PutBucketNotification", "PutBucketNotificationConfiguration",
            "ListDirectoryBuckets", "ListBuckets");

    /** Parameters of operations that are refused by their selector, and of lists of directory buckets. */
    private static final Set<String> OF_REFUSED_OPERATIONS =
            Set.of("annotationName", "annotation-prefix", "max-annotation-results", "max-directory-buckets");

    @Test
    void headerWithoutAFateIsRefused() {
        assertThatThrownBy(() -> AmzHeaders.requireOffered("PutObject", List.of("host", "x-amz-made-up"), _ -> null))
                .isInstanceOfSatisfying(
                        S3ErrorException.class,
                        refused -> assertThat(refused.error().details()).containsEntry("Header", "x-amz-made-up"));
        assertThatCode(() -> AmzHeaders.requireOffered(
                        "PutObject",
                        List.of("host", "x-amz-acl", "x-amz-meta-a", "x-amz-date", "x-made-up"),
                        _ -> null))
                .doesNotThrowAnyException();
        assertThatCode(() -> AmzHeaders.requireOffered(
                        "CreateMultipartUpload", List.of("x-amz-copy-source", "x-amz-metadata-directive"), _ -> null))
                .as("s3fs renames a large file")
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> AmzHeaders.requireOffered("PostObject", List.of("x-amz-acl"), _ -> null))
                .isInstanceOf(S3ErrorException.class);
    }

    /** A platform that overlooked one would delete or overwrite what the client wants to keep. */
    @ParameterizedTest
    @CsvSource({
        "DeleteObject,x-amz-if-match-size",
        "DeleteObject,x-amz-if-match-last-modified-time",
        "AbortMultipartUpload,x-amz-if-match-initiated-time",
        "PutObject,x-amz-write-offset-bytes"
    })
    void conditionOfDirectoryBucketsIsRefused(String operation, String header) {
        assertThatThrownBy(() -> AmzHeaders.requireOffered(operation, List.of(header), _ -> "1"))
                .isInstanceOf(S3ErrorException.class);
    }

    @ParameterizedTest
    @CsvSource({"x-amz-checksum-crc32,AAAAAA==", "x-amz-checksum-crc64nvme,AAAAAAAAAAA="})
    void checksumOfARequestWithoutABodyIsThatOfNoBytes(String header, String ofNothing) {
        assertThatCode(() -> AmzHeaders.requireOffered("GetObject", List.of(header), _ -> ofNothing))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> AmzHeaders.requireOffered("GetObject", List.of(header), _ -> "q1Zn8A=="))
                .isInstanceOf(S3ErrorException.class);
    }

    @Test
    void pageTellsWhatTheListSays() throws IOException {
        Path page = Files.exists(PAGE) ? PAGE : Path.of("..").resolve(PAGE);
        if (Boolean.getBoolean("ose.regenerate")) {
            Files.writeString(page, page());
        }

        assertThat(Files.readString(page)).isEqualTo(page());
    }

    private static String page() {
        Map<String, Map<AmzHeaders.Fate, Set<String>>> headers = new TreeMap<>();
        AmzHeaders.all()
                .forEach((operation, fates) ->
                        fates.forEach((header, fate) -> headers.computeIfAbsent(header, name -> new TreeMap<>())
                                .computeIfAbsent(fate, name -> new TreeSet<>())
                                .add(operation)));
        StringBuilder page = new StringBuilder("""
                # What becomes of each `x-amz-` header

                What a client asks for is done or refused by name, never dropped. *Done*: the node acts by the header. *Passed*: the platform
                does, or refuses it. *Refused*: 501 `NotImplemented` with the header's name, and nothing is done; so is each header on an
                operation that is not in its row. *Ignored*: it has no meaning there, and a client in wide use sends it. Headers of signatures and framing, `x-amz-meta-*`, `x-amz-expected-bucket-owner` (done) and
                `x-amz-request-payer` (passed) may stand on every operation, as may what SDKs tell of themselves: `x-amz-user-agent`,
                `x-amz-api-version`, `x-amz-sdk-invocation-id`, `x-amz-sdk-request`, `x-amz-te`, `x-amz-cf-id`.

                Written by `AmzHeadersTest` from `amz-headers.txt`.

                | header | done | passed | refused | ignored |
                | --- | --- | --- | --- | --- |
                """);
        headers.forEach((header, fates) -> {
            page.append("| `").append(header).append('`');
            for (AmzHeaders.Fate fate : AmzHeaders.Fate.values()) {
                Set<String> operations = fates.getOrDefault(fate, Set.of());
                page.append(" | ")
                        .append(
                                operations.size() > 30
                                        ? operations.size() + " operations"
                                        : String.join(", ", operations));
            }
            page.append(" |\n");
        });
        return page.toString();
    }

    private static Map<?, ?> map(Map<?, ?> parent, String name) {
        return (Map<?, ?>) Objects.requireNonNull(parent.get(name), name);
    }

    /** Each header, parameter and selector of the SDKs' own description of S3 is known here. */
    @Test
    void everyMemberOfTheServiceModelHasAFate() throws IOException {
        Optional<Path> model = serviceModel();
        assumeThat(model).as("botocore, which the tests of clients install").isPresent();
        Map<?, ?> service = read(model.orElseThrow());
        Map<?, ?> shapes = map(service, "shapes");
        List<String> unknown = new ArrayList<>();

        map(service, "operations").forEach((name, operation) -> {
            Map<?, ?> described = (Map<?, ?>) operation;
            String uri = String.valueOf(map(described, "http").get("requestUri"));
            selectors(uri)
                    .filter(selector -> !RequestParameters.areKnown(selector))
                    .forEach(unknown::add);
            if (described.get("input") instanceof Map<?, ?> input) {
                Map<?, ?> shape = map(shapes, String.valueOf(input.get("shape")));
                map(shape, "members").forEach((member, details) -> {
                    Map<?, ?> place = (Map<?, ?>) details;
                    String wireName =
                            String.valueOf(place.containsKey("locationName") ? place.get("locationName") : member);
                    if (!hasFate(String.valueOf(name), String.valueOf(place.get("location")), wireName)) {
                        unknown.add(name + " " + place.get("location") + " " + wireName);
                    }
                });
            }
        });

        assertThat(unknown).isEmpty();
    }

    private static boolean hasFate(String operation, String location, String wireName) {
        return switch (location) {
            case "header" -> {
                String header = wireName.toLowerCase(Locale.ROOT);
                yield !header.startsWith("x-amz-")
                        || AmzHeaders.all()
                                .getOrDefault(OLDER_NAMES.getOrDefault(operation, operation), Map.of())
                                .containsKey(header);
            }
            case "querystring" -> RequestParameters.areKnown(wireName) || OF_REFUSED_OPERATIONS.contains(wireName);
            default -> true;
        };
    }

    private static Stream<String> selectors(String requestUri) {
        int mark = requestUri.indexOf('?');
        return mark < 0
                ? Stream.of()
                : Stream.of(requestUri.substring(mark + 1).split("&", -1)).map(part -> part.split("=", -1)[0]);
    }

    private static Optional<Path> serviceModel() throws IOException {
        Path tools = Path.of(System.getProperty("user.home"), ".cache/ose-tools/python/lib");
        if (!Files.isDirectory(tools)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(tools)) {
            return versions.map(
                            version -> version.resolve("site-packages/botocore/data/s3/2006-03-01/service-2.json.gz"))
                    .filter(Files::exists)
                    .findFirst();
        }
    }

    private static Map<?, ?> read(Path model) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(model));
                JsonParser json = JsonFactory.builder().build().createParser(ObjectReadContext.empty(), in)) {
            json.nextToken();
            return (Map<?, ?>) value(json);
        }
    }

    private static Object value(JsonParser json) {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    members.put(name, value(json));
                }
                yield members;
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(json));
                }
                yield items;
            }
            default -> String.valueOf(json.getString());
        };
    }
}
