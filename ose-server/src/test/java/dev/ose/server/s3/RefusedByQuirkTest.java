package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Quirk;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.testkit.SignedForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node refuses to ask of a platform that would do harm with it. */
@Timeout(60)
class RefusedByQuirkTest {

    private static final String POLICY = """
            {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject",
            "Resource": "arn:aws:s3:::photos/*"}]}""";

    @SuppressWarnings("NullAway.Init") // Started by each test.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start(Quirk quirk) throws IOException {
        edge = S3TestServer.with(quirk, request -> {
            request.body();
            return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
        });
    }

    private void isRefused(WireClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Code>NotImplemented</Code>");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @Test
    void policyThatWouldBindItsOwnerIsNotSent() throws IOException {
        start(Quirk.POLICIES_BIND_OWNERS);

        isRefused(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", POLICY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ObjectWriter", "BucketOwnerPreferred", "BucketOwnerEnforced,ObjectWriter", ""})
    void bucketWithAclsIsNotMade(String ownership) throws IOException {
        start(Quirk.NEW_BUCKETS_MAY_HAVE_ACLS);

        isRefused(edge.call(
                S3TestServer.ALICE, "PUT", "/newone", "", new HeaderField("x-amz-object-ownership", ownership)));
    }

    @Test
    void bucketWithoutAclsIsMade() throws IOException {
        start(Quirk.NEW_BUCKETS_MAY_HAVE_ACLS);

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/newone",
                "",
                new HeaderField("x-amz-object-ownership", "BucketOwnerEnforced"));

        assertThat(answer.status()).isEqualTo(200);
    }

    /** A bucket is private without it, too. */
    @Test
    void aclOfAPrivateBucketIsNotSent() throws IOException {
        start(Quirk.NEW_BUCKETS_MAY_HAVE_ACLS);

        WireClient.Answer answer =
                edge.call(S3TestServer.ALICE, "PUT", "/newone", "", new HeaderField("x-amz-acl", "private"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(edge.platform.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.header("x-amz-acl")).isEmpty());
    }

    /** One that the platform's administrator made may be deleted, if it lets its owner. */
    @Test
    void policyThatWouldBindItsOwnerIsDeleted() throws IOException {
        start(Quirk.POLICIES_BIND_OWNERS);

        edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "");

        assertThat(edge.platform.requests()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /photos/k, x-amz-server-side-encryption, AES256",
        "PUT, /photos/k, x-amz-server-side-encryption, aws:kms",
        "PUT, /photos/k, x-amz-server-side-encryption-customer-algorithm, AES256",
        "PUT, /photos/k, X-Amz-Server-Side-Encryption, AES256",
        "POST, /photos/k?uploads, x-amz-server-side-encryption, AES256",
        "GET, /photos/k, x-amz-server-side-encryption-customer-algorithm, AES256"
    })
    void objectIsNotStoredUnencryptedAgainstTheClientsWill(String method, String target, String name, String value)
            throws IOException {
        start(Quirk.ENCRYPTION_OVERLOOKED);

        isRefused(edge.call(S3TestServer.ALICE, method, target, "", new HeaderField(name, value)));
    }

    @Test
    void copyIsNotStoredUnencryptedAgainstTheClientsWill() throws IOException {
        start(Quirk.ENCRYPTION_OVERLOOKED);

        isRefused(edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos/k",
                "",
                new HeaderField("x-amz-copy-source", "photos/source"),
                new HeaderField("x-amz-server-side-encryption", "AES256")));
    }

    @Test
    void objectWithoutEncryptionIsStored() throws IOException {
        start(Quirk.ENCRYPTION_OVERLOOKED);

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "text").status())
                .isEqualTo(200);
    }

    @Test
    void formThatAsksForEncryptionIsRefused() throws IOException {
        start(Quirk.ENCRYPTION_OVERLOOKED);
        byte[] secret = S3TestServer.secretOf(S3TestServer.ALICE).getBytes(StandardCharsets.US_ASCII);
        byte[] form = new SignedForm()
                .field("key", "user/k")
                .field("x-amz-server-side-encryption", "AES256")
                .condition("{\"bucket\": \"photos\"}")
                .sign(S3TestServer.ALICE, secret, Instant.now().plusSeconds(60))
                .file("k", new byte[] {1});

        try (WireClient client = edge.connect()) {
            client.send("POST /photos HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\nContent-Type: "
                    + SignedForm.CONTENT_TYPE + "\r\nContent-Length: " + form.length + "\r\n\r\n");
            client.send(form);
            isRefused(client.answer());
        }
    }
}
