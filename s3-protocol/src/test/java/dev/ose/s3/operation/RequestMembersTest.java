package dev.ose.s3.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.RequestMembers.Fate;
import dev.ose.testkit.S3Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RequestMembersTest {

    /** Regenerate with {@code -Dose.regenerate=true}. */
    private static final Path PAGE = Path.of("docs/reference/s3-request-members.md");

    /** The same requests as other operations, by the names that they had once. */
    private static final Map<String, String> OLDER_NAMES = Map.of(
            "GetBucketLifecycle", "GetBucketLifecycleConfiguration",
            "PutBucketLifecycle", "PutBucketLifecycleConfiguration",
            "GetBucketNotification", "GetBucketNotificationConfiguration",
            "PutBucketNotification", "PutBucketNotificationConfiguration",
            "ListDirectoryBuckets", "ListBuckets");

    @Test
    void headerWithoutAFateIsRefused() {
        assertThatThrownBy(
                        () -> RequestMembers.requireOffered("PutObject", List.of("host", "x-amz-made-up"), _ -> null))
                .isInstanceOfSatisfying(
                        S3ErrorException.class,
                        refused -> assertThat(refused.error().details()).containsEntry("Header", "x-amz-made-up"));
        assertThatCode(() -> RequestMembers.requireOffered(
                        "PutObject",
                        List.of("host", "x-amz-acl", "x-amz-meta-a", "x-amz-date", "x-made-up"),
                        _ -> null))
                .doesNotThrowAnyException();
        assertThatCode(() -> RequestMembers.requireOffered(
                        "CreateMultipartUpload", List.of("x-amz-copy-source", "x-amz-metadata-directive"), _ -> null))
                .as("s3fs renames a large file")
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> RequestMembers.requireOffered("PostObject", List.of("x-amz-acl"), _ -> null))
                .isInstanceOf(S3ErrorException.class);
    }

    /** A platform that ignores one would delete or overwrite an object that the client wants to keep. */
    @ParameterizedTest
    @CsvSource({
        "DeleteObject,x-amz-if-match-size",
        "DeleteObject,x-amz-if-match-last-modified-time",
        "AbortMultipartUpload,x-amz-if-match-initiated-time",
        "PutObject,x-amz-write-offset-bytes"
    })
    void conditionOfDirectoryBucketsIsRefused(String operation, String header) {
        assertThatThrownBy(() -> RequestMembers.requireOffered(operation, List.of(header), _ -> "1"))
                .isInstanceOf(S3ErrorException.class);
    }

    @ParameterizedTest
    @CsvSource({"x-amz-checksum-crc32,AAAAAA==", "x-amz-checksum-crc64nvme,AAAAAAAAAAA="})
    void checksumOfARequestWithoutABodyIsThatOfNoBytes(String header, String ofNothing) {
        assertThatCode(() -> RequestMembers.requireOffered("GetObject", List.of(header), _ -> ofNothing))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> RequestMembers.requireOffered("GetObject", List.of(header), _ -> "q1Zn8A=="))
                .isInstanceOf(S3ErrorException.class);
    }

    /** What the operation does not have would be vouched for by the node's signature. */
    @ParameterizedTest
    @CsvSource({
        "PutObject,x-amz-acl,true",
        "PutObject,x-amz-grant-read,true",
        "PutObject,x-amz-meta-a,true",
        "PutObject,x-amz-checksum-crc32,true",
        "PutObject,x-amz-sdk-checksum-algorithm,true",
        "PutObject,content-type,true",
        "PutObject,x-amz-expected-bucket-owner,false",
        "PutObject,x-amz-copy-source-range,false",
        "PutObject,origin,false",
        "PutObjectTagging,x-amz-grant-read,false",
        "CopyObject,x-amz-copy-source-if-match,true",
        "CreateMultipartUpload,x-amz-metadata-directive,false",
        "GetBucketAcl,x-amz-request-payer,true"
    })
    void headerOfTheOperationPassesAlone(String operation, String header, boolean isPassed) {
        assertThat(RequestMembers.isPassed(operation, header)).isEqualTo(isPassed);
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
        StringBuilder page = new StringBuilder("""
                # What becomes of each member of a request

                What a client asks for is done or refused by name, never dropped. *Done*: the node acts by the member.
                *Passed*: the platform does, or refuses it. *Refused*: 501 `NotImplemented` with the member's name, and
                nothing is done. *Ignored*: it has no meaning there, and a client in wide use sends it. Members are
                those of AWS SDKs' own description of S3, and those that this description lacks.

                An `x-amz-` header on an operation that is not in its row is refused as well. Headers of signatures and
                framing, `x-amz-meta-*`, `x-amz-expected-bucket-owner` (done) and `x-amz-request-payer` (passed) may
                stand on every operation, as may what SDKs say of themselves: `x-amz-user-agent`, `x-amz-api-version`,
                `x-amz-sdk-invocation-id`, `x-amz-sdk-request`, `x-amz-te`, `x-amz-cf-id`. Other headers are HTTP's:
                those without a row have no meaning on the operation.

                Query parameters without a row are ignored, as S3 ignores them, and no platform sees them; a write with
                one that has no value is refused, since it may select a setting. An element without a row is 400
                `MalformedXML`, as in S3.

                Written by `RequestMembersTest` from `request-members.txt`.
                """);
        table(page, "Headers", member -> !member.startsWith("?") && !member.startsWith("/"));
        table(page, "Query parameters", member -> member.startsWith("?"));
        table(page, "Elements of documents", member -> member.startsWith("/"));
        return page.toString();
    }

    private static void table(StringBuilder page, String title, Predicate<String> isShown) {
        Map<String, Map<Fate, Set<String>>> rows = new TreeMap<>();
        RequestMembers.all()
                .forEach((operation, fates) ->
                        fates.forEach((member, fate) -> rows.computeIfAbsent(member, name -> new TreeMap<>())
                                .computeIfAbsent(fate, name -> new TreeSet<>())
                                .add(operation)));
        rows.keySet().removeIf(isShown.negate());
        page.append("\n## ")
                .append(title)
                .append("\n\n| member | done | passed | refused | ignored |\n| --- | --- | --- | --- | --- |\n");
        rows.forEach((member, fates) -> {
            page.append("| `").append(member).append('`');
            for (Fate fate : Fate.values()) {
                Set<String> operations = fates.getOrDefault(fate, Set.of());
                page.append(" | ")
                        .append(
                                operations.size() > 30
                                        ? operations.size() + " operations"
                                        : String.join(", ", operations));
            }
            page.append(" |\n");
        });
    }

    static List<S3Model.Operation> operations() {
        return S3Model.operations();
    }

    /** Each header, parameter and element of the SDKs' own description of S3 has a fate. */
    @ParameterizedTest
    @MethodSource("operations")
    void everyMemberOfTheServiceModelHasAFate(S3Model.Operation operation) {
        String name = OLDER_NAMES.getOrDefault(operation.name(), operation.name());

        assertThat(operation.members())
                .filteredOn(member -> !member.equals("x-amz-meta-*"))
                .allSatisfy(member -> assertThat(RequestMembers.fate(name, member))
                        .as(name + ' ' + member)
                        .isPresent());
        assertThat(selectors(operation.uri())).allMatch(RequestParameters::areKnown);
    }

    private static Stream<String> selectors(String requestUri) {
        int mark = requestUri.indexOf('?');
        return mark < 0
                ? Stream.of()
                : Stream.of(requestUri.substring(mark + 1).split("&", -1)).map(part -> part.split("=", -1)[0]);
    }

    /** A platform would not see a parameter that is unknown here, and S3 would not heed it. */
    @Test
    void parametersThatAreHeededAreKnown() {
        RequestMembers.all().values().stream()
                .flatMap(fates -> fates.entrySet().stream())
                .filter(member -> member.getKey().startsWith("?") && member.getValue() != Fate.REFUSED)
                .map(member -> member.getKey().substring(1))
                .forEach(name ->
                        assertThat(RequestParameters.areKnown(name)).as(name).isTrue());
    }

    /** The facts are committed, so that only this test needs botocore; it fails if they are outdated. */
    @Test
    void membersAreThoseOfTheInstalledBotocore() throws IOException {
        Optional<String> installed = Botocore.members();
        assumeThat(installed).as("botocore, which the tests of clients install").isPresent();
        if (Boolean.getBoolean("ose.regenerate")) {
            Path resource = Path.of("test-kit/src/main/resources/dev/ose/testkit/s3-members.txt");
            Files.writeString(Files.exists(resource) ? resource : Path.of("..").resolve(resource), installed.get());
            return;
        }

        assertThat(S3Model.text()).isEqualTo(installed.get());
    }
}
