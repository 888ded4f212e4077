package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A platform with a common endpoint and an own one for Alice's tenant. */
@Timeout(60)
class OwnEndpointTest {

    private static final byte[] COPIED =
            "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>".getBytes(StandardCharsets.UTF_8);

    private S3TestServer edge;
    private ScriptedPlatform alices;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> request.answer("200 OK", "ETag: \"x\"\r\n", COPIED));
        alices = new ScriptedPlatform(
                request -> request.answer("200 OK", "ETag: \"x\"\r\nx-amz-tagging-count: 0\r\n", new byte[0]));
        edge.buckets.add(S3TestServer.ALICES, "afar", alices.endpoint());
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
        alices.close();
    }

    @Test
    void objectIsAskedForWhereItsTenantHasIt() throws IOException {
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/afar/k", "").status()).isEqualTo(200);
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/afar/k", "text").status())
                .isEqualTo(200);

        assertThat(lines(alices)).containsExactly("GET /afar/k HTTP/1.1", "PUT /afar/k HTTP/1.1");
        assertThat(alices.requests()).allSatisfy(request -> assertThat(request.header("host"))
                .isEqualTo(alices.endpoint().getAuthority()));
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void guestAsksWhereTheBucketIs() throws IOException {
        share("afar");

        assertThat(edge.call(S3TestServer.EVE, "GET", "/afar/k", "").status()).isEqualTo(200);

        assertThat(alices.requests()).singleElement().satisfies(request -> assertThat(request.header("authorization"))
                .contains("Credential=VENDOREVEKEY/"));
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void sourceOfACopyIsLookedAtWhereItIs() throws IOException {
        share("afar");

        edge.call(
                S3TestServer.EVE,
                "PUT",
                "/loot/copy?partNumber=1&uploadId=u",
                "",
                new HeaderField("x-amz-copy-source", "afar/k"));

        assertThat(lines(alices)).containsExactly("HEAD /group1:afar/k HTTP/1.1");
        assertThat(lines(edge.platform)).contains("PUT /loot/copy?partNumber=1&uploadId=u HTTP/1.1");
    }

    private void share(String bucket) {
        edge.buckets.replace(
                new BucketId(bucket.hashCode()), GrantSource.POLICY, Set.of(new Grantee.OfTenant(S3TestServer.EVES)));
    }

    private static List<String> lines(ScriptedPlatform platform) {
        return platform.requests().stream().map(ScriptedPlatform.Request::line).toList();
    }
}
