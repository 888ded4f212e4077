package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A user of a tenant with an S3 client on one connection. Not thread-safe. */
final class S3User implements AutoCloseable {

    private final WireClient client;
    private final String accessKey;
    private final String secretKey;

    /** @param credential an answer of the admin API with a secret key */
    S3User(int port, JsonNode credential) throws IOException {
        client = new WireClient(port);
        accessKey = credential.get("accessKey").asString();
        secretKey = credential.get("secretKey").asString();
    }

    /** Sends a request that must succeed; returns the body. */
    String ok(String method, String path, String query, String body, String... headers) throws IOException {
        WireClient.Answer answer = send(method, path, query, body, headers);
        assertThat(answer.status())
                .as(method + ' ' + path + '?' + query + ": " + answer.body())
                .isLessThan(300);
        return answer.body();
    }

    /** @param headers as {@code name: value} */
    WireClient.Answer send(String method, String path, String query, String body, String... headers)
            throws IOException {
        String hash = PayloadHash.Digest.of(body.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
        Instant now = Instant.now();
        SigningKey key = SigningKey.derive(
                secretKey.getBytes(StandardCharsets.UTF_8), CredentialScope.at(now, "us-east-1", "s3"));
        List<HeaderField> signed = new ArrayList<>(List.of(new HeaderField("Host", "localhost")));
        StringBuilder rest = new StringBuilder();
        for (String header : headers) {
            String[] parts = header.split(": ", 2);
            signed.add(new HeaderField(parts[0], parts[1]));
            rest.append(header).append("\r\n");
        }
        SigV4Signer.Signature signature = new SigV4Signer()
                .sign(new OutgoingRequest(method, path, query, signed, hash), new AccessKeyId(accessKey), key, now);
        return client.send(
                        method + ' ' + path + (query.isEmpty() ? "" : '?' + query) + " HTTP/1.1\r\nHost: localhost\r\n"
                                + rest + "x-amz-date: " + signature.amzDate() + "\r\nx-amz-content-sha256: "
                                + signature.contentSha256() + "\r\nAuthorization: " + signature.authorization()
                                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .answer();
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
