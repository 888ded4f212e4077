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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import tools.jackson.databind.JsonNode;

/**
 * A user of a tenant with an S3 client on one connection, kept as by clients in use: it is replaced if an answer ended
 * it or if it was idle for nearly as long as a node keeps it. A connection that ends without an answer is a failure.
 * Not thread-safe.
 */
final class S3User implements AutoCloseable {

    /** Nodes close idle connections after 30 seconds. */
    static final Duration MAX_IDLE = Duration.ofSeconds(20);

    private final int port;
    private final LongSupplier nanoTime;
    private final String accessKey;
    private final String secretKey;
    private WireClient client;
    private String region = "us-east-1";
    private boolean isEnded;
    private long usedNanos;

    /** @param credential an answer of the admin API with a secret key */
    S3User(int port, JsonNode credential) throws IOException {
        this(port, credential, System::nanoTime);
    }

    S3User(int port, JsonNode credential, LongSupplier nanoTime) throws IOException {
        this.port = port;
        this.nanoTime = nanoTime;
        accessKey = credential.get("accessKey").asString();
        secretKey = credential.get("secretKey").asString();
        client = new WireClient(port);
        usedNanos = nanoTime.getAsLong();
    }

    /** Signs the next requests for this region. */
    S3User in(String other) {
        region = other;
        return this;
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
        WireClient.Answer answer = connection()
                .send(head(method, path, query, body, headers) + body)
                .answer();
        isEnded = answer.announcesClose();
        usedNanos = nanoTime.getAsLong();
        return answer;
    }

    /** Sends a PUT up to this byte of its body, and leaves. */
    void cut(String path, String body, int atByte) throws IOException {
        connection().send(head("PUT", path, "", body) + body.substring(0, atByte));
        client.close();
        isEnded = true;
    }

    private String head(String method, String path, String query, String body, String... headers) {
        String hash = PayloadHash.Digest.of(body.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
        Instant now = Instant.now();
        SigningKey key =
                SigningKey.derive(secretKey.getBytes(StandardCharsets.UTF_8), CredentialScope.at(now, region, "s3"));
        List<HeaderField> signed = new ArrayList<>(List.of(new HeaderField("Host", "localhost")));
        StringBuilder rest = new StringBuilder();
        for (String header : headers) {
            String[] parts = header.split(": ", 2);
            signed.add(new HeaderField(parts[0], parts[1]));
            rest.append(header).append("\r\n");
        }
        SigV4Signer.Signature signature = new SigV4Signer()
                .sign(new OutgoingRequest(method, path, query, signed, hash), new AccessKeyId(accessKey), key, now);
        return method + ' ' + path + (query.isEmpty() ? "" : '?' + query) + " HTTP/1.1\r\nHost: localhost\r\n" + rest
                + "x-amz-date: " + signature.amzDate() + "\r\nx-amz-content-sha256: " + signature.contentSha256()
                + "\r\nAuthorization: " + signature.authorization() + "\r\nContent-Length: " + body.length()
                + "\r\n\r\n";
    }

    private WireClient connection() throws IOException {
        if (isEnded || nanoTime.getAsLong() - usedNanos >= MAX_IDLE.toNanos()) {
            client.close();
            client = new WireClient(port);
            isEnded = false;
        }
        return client;
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
