package dev.ose.s3.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.ose.s3.HttpDate;
import dev.ose.s3.RangeHeader;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.form.FormBoundary;
import dev.ose.s3.form.FormHead;
import dev.ose.s3.form.PostPolicy;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.RawTarget;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.s3.operation.S3OperationParser;
import dev.ose.s3.sigv4.AuthenticationClaim;
import dev.ose.s3.sigv4.SigV4Parser;
import dev.ose.s3.sigv4.SignableRequest;
import dev.ose.s3.sigv4.Version2Claim;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Targets, headers, signatures and forms: every input is read or refused, and never ends in another exception. */
class ParsersFuzzTest {

    private static final S3Addressing ADDRESSING = new S3Addressing(List.of("s3.test"), "");
    private static final FormBoundary BOUNDARY = FormBoundary.of("multipart/form-data; boundary=x");

    /** A head as it comes over the wire, cut into its parts as the listener cuts it. */
    private record Head(String method, String rawPath, String rawQuery, Map<String, String> headers)
            implements SignableRequest {

        static Head of(byte[] bytes) {
            String[] lines = new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1);
            String[] words = (lines[0] + "  ").split(" ", 3);
            int mark = words[1].indexOf('?');
            Map<String, String> headers = new TreeMap<>();
            for (int i = 1; i < lines.length; i++) {
                int colon = lines[i].indexOf(':');
                if (colon > 0) {
                    headers.put(
                            lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                            lines[i].substring(colon + 1).strip());
                }
            }
            return new Head(
                    words[0],
                    mark < 0 ? words[1] : words[1].substring(0, mark),
                    mark < 0 ? "" : words[1].substring(mark + 1),
                    headers);
        }

        @Override
        public List<String> headerValues(String lowerCaseName) {
            String value = headers.get(lowerCaseName);
            return value == null ? List.of() : List.of(value);
        }

        @Override
        public Iterable<String> headerNames() {
            return headers.keySet();
        }
    }

    @FuzzTest(maxDuration = "100s")
    void requestIsReadOrRefused(byte[] bytes) {
        Head head = Head.of(bytes);

        if (SigV4Parser.parse(head) instanceof AuthenticationClaim.Version2 place) {
            assertThat(Version2Claim.read(place, head, null, Instant.EPOCH)).isNotNull();
        }
        assertThat(RawTarget.parse(head.rawPath() + '?' + head.rawQuery()).flatMap(target -> ADDRESSING
                        .resolve(target.path(), head.headers().getOrDefault("host", "s3.test"))
                        .flatMap(resource -> QueryParameters.parse(target.query())
                                .flatMap(query ->
                                        S3OperationParser.parse(head.method(), resource, query, head.headers()::get)))))
                .isNotNull();
    }

    @FuzzTest(maxDuration = "100s")
    void textIsReadOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);

        assertThat(CopySource.parse(text)).isNotNull();
        assertThat(RangeHeader.parse(text)).isNotNull();
        assertThat(HttpDate.parse(text)).isNotNull();
        // A decoded text encodes to an equivalent one.
        UriEncoding.decode(text).ifPresent(plain -> assertThat(UriEncoding.decode(UriEncoding.encodePath(plain)))
                .contains(plain));
    }

    @FuzzTest(maxDuration = "100s")
    void formIsReadOrRefused(byte[] bytes) {
        ByteBuffer received = ByteBuffer.allocate(Math.max(bytes.length, FormHead.MAX_BYTES) + 1);
        received.put(bytes);
        try {
            FormHead.read(received, BOUNDARY);
        } catch (S3ErrorException refused) {
            assertThat(refused.error().status()).isBetween(400, 499);
        }
        try {
            PostPolicy.parse(new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (S3ErrorException refused) {
            assertThat(refused.error().status()).isBetween(400, 499);
        }
    }
}
