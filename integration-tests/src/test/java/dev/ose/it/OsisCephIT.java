package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.osis.fixture.ServedPlatform;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A node that gets the capabilities and quirks of a Ceph object gateway from an OSIS service. */
final class OsisCephIT {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.ceph();

    @TempDir
    Path folder;

    /**
     * The gateway decodes the source of a part twice, and requires the tenant in the bucket's name of anonymous
     * requests.
     */
    @Test
    void quirksOfTheGatewayAreMadeUpForAsIfItWereReachedDirectly() {
        try (Node node = OsisIT.startNode("osis-ceph", SERVED.endpoint(), folder)) {
            AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
            S3Target target = node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
            String bucket = "osis-" + UUID.randomUUID();
            new JavaSdk(target).withoutFraming().makeBucket(bucket);
            for (String key : List.of("plain", "per%25cent%2520x")) {
                Wire.send(
                                target,
                                SignedRequest.of("PUT", '/' + bucket + '/' + key)
                                        .header("x-amz-acl", "public-read")
                                        .body("content of " + key))
                        .assertStatus(200);
            }
            Wire.send(target, SignedRequest.of("PUT", '/' + bucket + "/closed").body("ours"))
                    .assertStatus(200);

            assertThat(anonymous(target, '/' + bucket + "/plain").text()).isEqualTo("content of plain");
            anonymous(target, '/' + bucket + "/closed").assertRefused(403, "AccessDenied");
            assertThat(copiedInParts(target, bucket, "per%25cent%2520x")).isEqualTo("content of per%25cent%2520x");
        }
    }

    private static String copiedInParts(S3Target target, String bucket, String key) {
        String upload = Wire.send(target, SignedRequest.of("POST", '/' + bucket + "/copy?uploads"))
                .element("UploadId");
        String of = "uploadId=" + URLEncoder.encode(upload, StandardCharsets.UTF_8);
        WireAnswer part = Wire.send(
                target,
                SignedRequest.of("PUT", '/' + bucket + "/copy?partNumber=1&" + of)
                        .header("x-amz-copy-source", '/' + bucket + '/' + key));
        part.assertStatus(200);
        Wire.send(
                        target,
                        SignedRequest.of("POST", '/' + bucket + "/copy?" + of)
                                .body("<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"
                                        + part.element("ETag") + "</ETag></Part></CompleteMultipartUpload>"))
                .assertStatus(200);
        return Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/copy"))
                .text();
    }

    private static WireAnswer anonymous(S3Target target, String path) {
        try (Wire wire = Wire.connect(target)) {
            wire.write("GET " + path + " HTTP/1.1\r\nHost: " + target.host() + "\r\n\r\n");
            return wire.answer("GET");
        }
    }
}
