package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.operation.RequestMembers;
import dev.ose.s3.operation.RequestMembers.Fate;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.testkit.S3Model;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of requests are performed, passed on or refused, and never dropped. */
@Timeout(60)
class RequestMembersTest {

    private static final List<String> LINES = List.of(
            "PUT /photos/k",
            "GET /photos/k",
            "HEAD /photos/k",
            "PUT /photos/k?uploadId=u&partNumber=1",
            "POST /photos/k?uploads",
            "GET /photos/k?uploadId=u",
            "GET /photos?list-type=2",
            "HEAD /photos",
            "GET /photos/k?tagging");

    /** The required parameters of an operation. */
    private static final Map<String, String> NEEDED_PARAMETERS = Map.of(
            "UploadPart", "uploadId=u&partNumber=1",
            "UploadPartCopy", "uploadId=u&partNumber=1",
            "ListParts", "uploadId=u",
            "AbortMultipartUpload", "uploadId=u",
            "CompleteMultipartUpload", "uploadId=u");

    private static final Map<String, HeaderField> NEEDED_HEADERS = Map.of(
            "CopyObject", new HeaderField("x-amz-copy-source", "photos/source"),
            "UploadPartCopy", new HeaderField("x-amz-copy-source", "photos/source"),
            "RenameObject", new HeaderField("x-amz-rename-source", "source"),
            "GetObjectAttributes", new HeaderField("x-amz-object-attributes", "ETag"));

    /** The tests of members that the node performs, by the prefix of the member's name. */
    private static final Map<String, Class<?>> TESTS_OF_DONE = Map.ofEntries(
            Map.entry("x-amz-expected-bucket-owner", ExpectedOwnersTest.class),
            Map.entry("x-amz-source-expected-bucket-owner", ExpectedOwnersTest.class),
            Map.entry("x-amz-checksum-", StatedChecksumsTest.class),
            Map.entry("x-amz-sdk-checksum-algorithm", StatedChecksumsTest.class),
            Map.entry("x-amz-copy-source", S3WritesTest.class),
            Map.entry("x-amz-skip-destination-validation", StoredNotificationsTest.class),
            Map.entry("content-md5", S3WritesTest.class),
            Map.entry("content-length", S3WritesTest.class),
            Map.entry("?", RequestMembersTest.class),
            Map.entry("/CORSConfiguration", CrossOriginTest.class),
            Map.entry("/CreateBucketConfiguration", BucketWritesTest.class));

    /** What the platform got as bodies. */
    private final List<String> documents = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = S3TestServer.withoutQuirks(request -> {
            documents.add(new String(request.body(), StandardCharsets.UTF_8));
            return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer call(String line, String header, String value) throws IOException {
        String method = line.substring(0, line.indexOf(' '));
        String target = line.substring(line.indexOf(' ') + 1);
        return edge.call(S3TestServer.ALICE, method, target, "", new HeaderField(header, value));
    }

    static Stream<S3Model.Operation> operations() {
        return S3Model.operations().stream();
    }

    private static Map<String, Fate> fates(S3Model.Operation operation) {
        return RequestMembers.all().getOrDefault(operation.name(), Map.of());
    }

    /** Calls the operation with that member and its required parameters. */
    private WireClient.Answer call(S3Model.Operation operation, String member) throws IOException {
        List<String> query = new ArrayList<>();
        Stream.of(NEEDED_PARAMETERS.getOrDefault(operation.name(), ""), isNamed(operation) ? "id=a" : "")
                .filter(parameters -> !parameters.isEmpty())
                .forEach(query::add);
        List<HeaderField> headers = new ArrayList<>();
        HeaderField needed = NEEDED_HEADERS.get(operation.name());
        if (needed != null && !needed.name().equals(member)) {
            headers.add(needed);
        }
        String document = "";
        if (member.startsWith("/")) {
            document = document(member);
        } else if (!member.startsWith("?") && !member.equals("content-length")) {
            headers.add(new HeaderField(member, value(member)));
        } else if (member.startsWith("?") && query.stream().noneMatch(each -> each.contains(member.substring(1)))) {
            query.add(member.substring(1) + "=1");
        }
        String path = operation.path("photos", "k");
        String separator = query.isEmpty() ? "" : path.contains("?") ? "&" : "?";
        return edge.call(
                S3TestServer.ALICE,
                operation.method(),
                path + separator + String.join("&", query),
                document,
                headers.toArray(HeaderField[]::new));
    }

    private static boolean isNamed(S3Model.Operation operation) {
        return operation.members().contains("?id");
    }

    private static String value(String header) {
        return header.startsWith("x-amz-grant-") || header.equals("x-amz-acl") ? "private" : "1";
    }

    /** A document with only this element and its ancestors. */
    private static String document(String path) {
        List<String> names = elements(path);
        return names.stream().map(name -> '<' + name + '>').collect(Collectors.joining())
                + "1"
                + names.reversed().stream().map(name -> "</" + name + '>').collect(Collectors.joining());
    }

    /** Without the attributes of the last one, which no test sends. */
    private static List<String> elements(String path) {
        return Stream.of(path.substring(1).split("/", -1))
                .filter(name -> !name.startsWith("@"))
                .toList();
    }

    /** By its own name, that of another required member, or that of the operation. */
    @ParameterizedTest
    @MethodSource("operations")
    void whatIsSaidToBeRefusedIsRefusedByName(S3Model.Operation operation) throws IOException {
        Set<String> names = refusedNames(operation);
        for (Map.Entry<String, Fate> row : fates(operation).entrySet()) {
            if (row.getValue() == Fate.REFUSED) {
                WireClient.Answer answer = call(operation, row.getKey());

                assertThat(answer.status()).as(row.getKey()).isEqualTo(501);
                assertThat(answer.body()).as(row.getKey()).contains("<Code>NotImplemented</Code>");
                assertThat(names).as(answer.body()).anyMatch(name -> answer.body()
                        .contains(name));
            }
        }
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    private static Set<String> refusedNames(S3Model.Operation operation) {
        Set<String> names = new HashSet<>(Set.of('>' + operation.name() + ' ', "Annotations", "annotations"));
        fates(operation).forEach((member, fate) -> {
            if (fate == Fate.REFUSED) {
                names.add('>' + member.substring(Math.max(member.lastIndexOf('/'), member.lastIndexOf('?')) + 1) + '<');
            }
        });
        return names;
    }

    /** Some are validated, and an invalid value is refused; none is dropped. */
    @ParameterizedTest
    @MethodSource("operations")
    void whatIsSaidToBePassedOnArrives(S3Model.Operation operation) throws IOException {
        for (Map.Entry<String, Fate> row : fates(operation).entrySet()) {
            if (row.getValue() == Fate.PASSED) {
                int earlier = edge.platform.requests().size();
                documents.clear();
                WireClient.Answer answer = call(operation, row.getKey());

                boolean isRefused = answer.status() >= 400 && answer.status() <= 501;
                assertThat(isRefused || hasArrived(row.getKey(), earlier))
                        .as(row.getKey() + ' ' + answer.status())
                        .isTrue();
            }
        }
    }

    private boolean hasArrived(String member, int earlier) {
        if (member.startsWith("/")) {
            String name = elements(member).getLast();
            return documents.stream().anyMatch(document -> document.contains('<' + name + '>'));
        }
        return edge.platform.requests().stream().skip(earlier).anyMatch(request -> holds(request, member));
    }

    private static boolean holds(ScriptedPlatform.Request request, String member) {
        return member.startsWith("?")
                ? request.line().contains(member.substring(1))
                : !request.header(member).isEmpty();
    }

    @Test
    void whatIsSaidToBeDoneHasATest() {
        RequestMembers.all()
                .forEach((operation, fates) -> fates.forEach((member, fate) -> {
                    if (fate == Fate.DONE) {
                        assertThat(TESTS_OF_DONE.keySet())
                                .as(operation + ' ' + member)
                                .anyMatch(member::startsWith);
                    }
                }));
    }

    @Test
    void listOfBucketsHeedsItsParameters() throws IOException {
        edge.call(S3TestServer.ALICE, "GET", "/?bucket-region=r&max-buckets=5&prefix=p&continuation-token=t", "");

        assertThat(edge.buckets.calls).containsExactly("list owned in r: p behind t, 6");
    }

    @Test
    void directoryBucketsAreNotListedAsOthers() throws IOException {
        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "GET", "/?max-directory-buckets=5", "");

        assertThat(answer.body())
                .contains("<Code>NotImplemented</Code>", "<Parameter>max-directory-buckets</Parameter>");
    }

    @ParameterizedTest
    @CsvSource({
        "/photos?tagging, /Tagging/Soon",
        "/photos?tagging, /Tags",
        "/photos?lifecycle, /LifecycleConfiguration/Rule/Soon",
        "/photos/k?retention, /Retention/Soon"
    })
    void elementThatS3DoesNotHaveIsMalformed(String target, String path) throws IOException {
        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "PUT", target, document(path));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>MalformedXML</Code>", path.substring(path.lastIndexOf('/') + 1));
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET /photos/k, x-amz-made-up",
        "PUT /photos/k, x-amz-made-up",
        "GET /photos/k, x-amz-acl",
        "DELETE /photos/k, x-amz-mfa",
        "DELETE /photos/k, x-amz-copy-source",
        "PUT /photos/k, x-amz-object-lock-event-hold",
        "PUT /photos/k?uploadId=u&partNumber=1, x-amz-tagging",
        "POST /photos/k?uploads, x-amz-mp-object-size",
        "GET /photos, x-amz-checksum-foo",
        "GET /, x-amz-made-up",
        "PUT /photos/k?tagging, x-amz-storage-class"
    })
    void headerThatTheOperationDoesNotHaveIsRefusedByItsName(String line, String header) throws IOException {
        WireClient.Answer answer = call(line, header, "1");

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Code>NotImplemented</Code>", "<Header>" + header + "</Header>");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-user-agent",
                "x-amz-api-version",
                "x-amz-te",
                "x-amz-cf-id",
                "x-amz-sdk-invocation-id",
                "x-amz-request-payer",
                "x-amz-meta-a",
                "x-amzn-trace-id",
                "amz-sdk-request",
                "amz-sdk-invocation-id"
            })
    void headersThatClientsAddToEveryRequestAreAccepted(String header) throws IOException {
        for (String line : LINES) {
            assertThat(call(line, header, "x").status()).as(line).isLessThan(400);
        }
    }

    /** Without its selector, the request would overwrite or delete the object or the bucket. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PUT /photos/k?annotation&annotationName=a",
                "DELETE /photos/k?annotation&annotationName=a",
                "GET /photos/k?annotation&annotationName=a",
                "PUT /photos?metadataAnnotationTable",
                "PUT /photos/k?soon",
                "DELETE /photos/k?soon",
                "DELETE /photos?soon",
                "PUT /new-bucket?soon"
            })
    void selectorThatIsNotOfferedIsRefused(String line) throws IOException {
        String method = line.substring(0, line.indexOf(' '));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, method, line.substring(line.indexOf(' ') + 1), "");

        assertThat(answer.body()).contains("<Code>NotImplemented</Code>");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }
}
