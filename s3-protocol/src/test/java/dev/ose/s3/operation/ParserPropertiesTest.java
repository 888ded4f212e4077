package dev.ose.s3.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ParserPropertiesTest {

    private static final S3Addressing ADDRESSING = new S3Addressing(List.of("s3.test"), "/api");

    @Property(tries = 1000)
    void anyRequestGivesAnOperationOrAnError(
            @ForAll("methods") String method,
            @ForAll("targets") String target,
            @ForAll("hosts") String host,
            @ForAll String header) {
        Map<String, String> headers = Map.of(
                "x-amz-copy-source", header,
                "x-amz-object-attributes", header,
                "x-amz-copy-source-range", header,
                "origin", header);

        assertThat(Requests.parse(ADDRESSING, host, method + " " + target, headers))
                .isNotNull();
        assertThat(Requests.parse(ADDRESSING, host, method + " /bkt" + target, Map.of()))
                .isNotNull();
    }

    @Property(tries = 500)
    void arbitraryTextIsNoExceptionEither(@ForAll String target, @ForAll String host) {
        assertThat(Requests.parse(ADDRESSING, host, "GET " + target, Map.of())).isNotNull();
        assertThat(Requests.parse(ADDRESSING, host, "GET /" + target, Map.of())).isNotNull();
        assertThat(QueryParameters.parse(target)).isNotNull();
        assertThat(ADDRESSING.resolve(target, host)).isNotNull();
    }

    @Property(tries = 500)
    void everyKeyIsReachedInEveryStyle(@ForAll String text) {
        ObjectKey.parse(text).ifPresent(key -> {
            String path = UriEncoding.encodePath(key.value());
            Parsed<S3Target> expected = Parsed.of(new S3Target.Key(new BucketName("bkt"), key));

            assertThat(ADDRESSING.resolve("/bkt/" + path, "s3.test")).isEqualTo(expected);
            assertThat(ADDRESSING.resolve("/api/bkt/" + path, "other")).isEqualTo(expected);
            assertThat(ADDRESSING.resolve("/" + path, "bkt.s3.test")).isEqualTo(expected);
        });
    }

    @Property(tries = 500)
    void everyParameterSurvivesTheQuery(@ForAll String name, @ForAll String value) {
        String cleanName = clean(name) + "x";
        String cleanValue = clean(value);

        String raw = UriEncoding.encodeQuery(cleanName) + "=" + UriEncoding.encodeQuery(cleanValue);

        assertThat(QueryParameters.parse(raw))
                .isEqualTo(
                        Parsed.of(new QueryParameters(List.of(new QueryParameters.Parameter(cleanName, cleanValue)))));
    }

    @Provide
    Arbitrary<String> methods() {
        return Arbitraries.of("GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "TRACE", "");
    }

    @Provide
    Arbitrary<String> hosts() {
        return Arbitraries.of("s3.test", "bkt.s3.test", ".s3.test", "", ":", "other:1", "[::1]");
    }

    @Provide
    Arbitrary<String> targets() {
        return Arbitraries.of(
                        "/",
                        "?",
                        "&",
                        "=",
                        "%",
                        "%2F",
                        "%00",
                        "bkt",
                        "api",
                        "k",
                        "acl",
                        "uploads",
                        "uploadId=u",
                        "delete",
                        "partNumber=1",
                        "partNumber=",
                        "versionId=",
                        "versionId=v",
                        "max-keys=",
                        "max-keys=9",
                        "list-type=2",
                        "attributes",
                        "encoding-type=url",
                        "tagging",
                        "id=x",
                        "metrics",
                        "..",
                        ";",
                        "+",
                        "#",
                        "\u00ff",
                        "%E2%82%AC")
                .list()
                .ofMaxSize(10)
                .map(pieces -> "/" + String.join("", pieces));
    }

    private static String clean(String text) {
        return UriEncoding.utf8Text(text.getBytes(StandardCharsets.UTF_8))
                .orElseThrow()
                .replace("\0", "");
    }
}
