package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.Checksums;
import dev.ose.it.Samples;
import dev.ose.it.SignedRequest;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests beyond limits: huge pages (CVE-2018-16846) and documents, compressed bodies, and connections that never
 * complete a request (CVE-2016-0738, CVE-2019-3821, CVE-2020-1700).
 */
final class LimitsIT extends OwnBucket {

    private static final int IDLERS = 200;

    @ParameterizedTest
    @ValueSource(strings = {"?max-keys=", "?list-type=2&max-keys=", "?versions=&max-keys=", "?uploads=&max-uploads="})
    void pageIsNeverLargerThanAThousand(String query) {
        for (String asked : List.of("1001", "2147483647")) {
            WireAnswer answer = get('/' + bucket + query + asked);

            answer.assertStatus(200);
            assertThat(answer.element("MaxKeys") + answer.element("MaxUploads")).isEqualTo("1000");
        }
        for (String none : List.of("-1", "99999999999999999999", "1e3", "0x10", "%2b1")) {
            assertThat(get('/' + bucket + query + none).status()).as(none).isEqualTo(400);
        }
    }

    @Test
    void moreThanAThousandKeysAreNotDeletedAtOnce() {
        String document = "<Delete>" + "<Object><Key>there</Key></Object>".repeat(1001) + "</Delete>";

        WireAnswer answer = send(SignedRequest.of("POST", '/' + bucket + "?delete=")
                .header("x-amz-checksum-sha256", Checksums.sha256(document))
                .body(document));

        answer.assertRefused(400, "MalformedXML");
        assertThat(keys()).containsExactly("there");
    }

    @Test
    void moreThanTenThousandPartsAreNotCompleted() {
        String upload = send(SignedRequest.of("POST", path("parts?uploads="))).element("UploadId");
        StringBuilder document = new StringBuilder("<CompleteMultipartUpload>");
        for (int number = 1; number <= 10_001; number++) {
            document.append("<Part><PartNumber>").append(number).append("</PartNumber><ETag>\"0\"</ETag></Part>");
        }
        document.append("</CompleteMultipartUpload>");

        WireAnswer answer =
                send(SignedRequest.of("POST", path("parts?uploadId=" + upload)).body(document.toString()));

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        send(SignedRequest.of("DELETE", path("parts?uploadId=" + upload))).assertStatus(204);
    }

    /** The body is stored as sent: it is never decompressed, neither for inspection nor for clients without support. */
    @Test
    void packedBodyIsNotUnpacked() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[10 * Samples.MIB]);
        }
        send(SignedRequest.of("PUT", path("packed"))
                        .header("Content-Encoding", "gzip")
                        .body(packed.toByteArray()))
                .assertStatus(200);

        for (String accepted : List.of("gzip", "identity", "gzip;q=0, *;q=0", "")) {
            WireAnswer answer = send(SignedRequest.of("GET", path("packed")).unsigned("Accept-Encoding", accepted));

            assertThat(answer.body()).as(accepted).isEqualTo(packed.toByteArray());
            assertThat(answer.header("content-encoding")).isEqualTo("gzip");
        }
    }

    @Test
    void packedDocumentIsNotUnpacked() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("<Delete><Object><Key>there</Key></Object></Delete>".getBytes(StandardCharsets.US_ASCII));
        }

        WireAnswer answer = send(SignedRequest.of("POST", '/' + bucket + "?delete=")
                .header("Content-Encoding", "gzip")
                .header("x-amz-sdk-checksum-algorithm", "SHA256")
                .body(packed.toByteArray()));

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(keys()).containsExactly("there");
    }

    /** Slowloris: incomplete heads time out, and meanwhile other clients are served. */
    @Test
    void incompleteHeadsTimeOutAndDisturbNoOther() {
        List<Wire> idlers = new ArrayList<>();
        try {
            for (int i = 0; i < IDLERS; i++) {
                Wire idler = Wire.connect(target);
                idler.write("GET /" + bucket + " HTTP/1.1\r\nHost: " + target.host() + "\r\nX: ");
                idlers.add(idler);
            }

            assertThat(get(path("there")).text()).isEqualTo("there");

            for (Wire idler : idlers) {
                assertThat(idler.answersToTheEnd(List.of("GET"))).allMatch(answer -> answer.status() >= 400);
            }
        } finally {
            idlers.forEach(Wire::close);
        }
        assertThat(get(path("there")).text()).isEqualTo("there");
    }
}
