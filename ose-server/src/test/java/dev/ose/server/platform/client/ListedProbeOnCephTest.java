package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformKey;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A real gateway with objects that their bucket's owner may not read. */
class ListedProbeOnCephTest {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static final BucketId BUCKET = new BucketId(1);
    private static final ObjectKey KEY = new ObjectKey("a b/ü+%");
    private final TestQuestions questions = new TestQuestions();
    private final String bucket = "listed-" + UUID.randomUUID();

    @AfterEach
    void close() {
        questions.close();
    }

    @Test
    void objectThatItsOwnerMayNotLookAtIsKnownUntilTheBucketHasVersions() {
        BlockingTransport asked = questions.open();
        put(asked, '/' + bucket, "", "");
        put(asked, '/' + bucket + "/a%20b/%C3%BC%2B%25", "", "12345");
        put(asked, '/' + bucket + "/a%20b/%C3%BC%2B%25x", "", "123456");
        PlatformProbe direct = direct(asked);
        Optional<ObjectFacts> before = direct.probe(BUCKET, KEY).newest();
        put(asked, '/' + bucket, "policy", denied());

        assertThat(failure(() -> direct.probe(BUCKET, KEY))).isInstanceOf(Failure.PlatformRefused.class);
        assertThat(listed(asked).probe(BUCKET, KEY).newest()).isPresent().isEqualTo(before);
        assertThat(listed(asked).probe(BUCKET, new ObjectKey("a b")).newest()).isEmpty();

        put(
                asked,
                '/' + bucket,
                "versioning",
                "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>");
        assertThat(failure(() -> listed(asked).probe(BUCKET, KEY))).isInstanceOf(Failure.PlatformRefused.class);
    }

    private String denied() {
        return """
            {"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":"*","Action":"s3:GetObject",
            "Resource":"arn:aws:s3:::%s/*"}]}""".formatted(bucket);
    }

    private static Failure failure(Runnable question) {
        Failure[] failure = new Failure[1];
        assertThatThrownBy(question::run)
                .isInstanceOfSatisfying(FailureException.class, thrown -> failure[0] = thrown.failure());
        return failure[0];
    }

    private PlatformProbe direct(BlockingTransport asked) {
        return new PlatformProbe(owners(), client(asked), Clock.systemUTC());
    }

    private ListedProbe listed(BlockingTransport asked) {
        return new ListedProbe(direct(asked), owners(), client(asked));
    }

    private static PlatformClient client(BlockingTransport asked) {
        return new PlatformClient(_ -> platform(), asked);
    }

    private BucketOwners owners() {
        return id -> Optional.of(new BucketOwner(
                new BucketName(bucket),
                PlatformEndpoint.common(new PlatformId(1)),
                key(),
                false,
                ClientConditions.NONE));
    }

    private static PlatformKey key() {
        Gateway gateway = GATEWAY.gateway();
        return new PlatformKey(gateway.accessKey(), gateway.secretKey());
    }

    private static Platform platform() {
        return new Platform(
                new PlatformId(1),
                "ceph",
                GATEWAY.gateway().endpoint(),
                Gateway.REGION,
                Set.of(Capability.VERSIONING),
                Set.of());
    }

    private void put(BlockingTransport asked, String path, String query, String content) {
        byte[] body = content.getBytes(StandardCharsets.UTF_8);
        PlatformRequest request = new PlatformRequest(
                platform(),
                null,
                key(),
                "PUT",
                path,
                query,
                List.of(),
                PayloadHash.Digest.of(body).hex(),
                body.length == 0 ? PlatformRequestBody.NONE : new PlatformRequestBody.InMemory(body),
                "Put",
                false);
        // Answers of puts have status 200 or 204, and no body that matters here.
        assertThat(asked.send(request, 65_536).status())
                .as("%s?%s", path, query)
                .isBetween(200, 204);
    }
}
