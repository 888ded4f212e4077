package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies with a signed digest, on platforms that verify it and on others. */
@Timeout(60)
class SignedDigestTest {

    private static final Set<Capability> CARELESS = Set.of(Capability.EXACT_KEYS);
    private static final Set<Capability> CAREFUL = Set.of(Capability.EXACT_KEYS, Capability.ENFORCES_SIGNED_HASH);

    private final List<String> stored = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init") // Each test starts it with capabilities of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    /** Stores any complete body, like a platform that verifies nothing. */
    private boolean store(ScriptedPlatform.Request request) throws IOException {
        byte[] body = request.body();
        if (body.length != Integer.parseInt(request.header("content-length"))) {
            return false;
        }
        stored.add(request.line().split(" ", 3)[1] + ' ' + body.length);
        return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
    }

    private WireClient.Answer put(String target, String body, String signed) throws IOException {
        String hash = PayloadHash.Digest.of(signed.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
        try (WireClient client = edge.connect()) {
            return client.send(edge.head(S3TestServer.ALICE, "PUT", target, hash, body.length()))
                    .send(body)
                    .answer();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/photos/k, 0",
        "/photos/k, 1",
        "/photos/k, 1000",
        "/photos/k, 300000",
        "/photos/k?partNumber=1&uploadId=u, 0",
        "/photos/k?partNumber=1&uploadId=u, 300000"
    })
    void bodyIsComparedWhereThePlatformDoesNot(String target, int size) throws IOException {
        edge = new S3TestServer(this::store, CARELESS);
        String body = "x".repeat(size);

        WireClient.Answer wrong = put(target, body, body + 'y');

        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.body()).contains("<Code>XAmzContentSHA256Mismatch</Code>");
        assertThat(stored).isEmpty();
        assertThat(put(target, body, body).status()).isEqualTo(200);
        assertThat(stored).containsExactly(target + ' ' + size);
    }

    /** If the platform verifies the digest, the node does not: a bad body is passed on completely. */
    @Test
    void bodyIsLeftToAPlatformThatComparesIt() throws IOException {
        edge = new S3TestServer(this::store, CAREFUL);

        assertThat(put("/photos/k", "one", "another").status()).isEqualTo(200);
        assertThat(stored).containsExactly("/photos/k 3");
    }
}
