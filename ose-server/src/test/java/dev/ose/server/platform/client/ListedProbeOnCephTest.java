package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.testkit.GatewayFixture;
import java.time.Clock;
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
        GatewayAccess access = access(asked);
        return new PlatformProbe(access.owners(bucket), access.client(), Clock.systemUTC());
    }

    private ListedProbe listed(BlockingTransport asked) {
        GatewayAccess access = access(asked);
        return new ListedProbe(direct(asked), access.owners(bucket), access.client());
    }

    private static GatewayAccess access(BlockingTransport asked) {
        return new GatewayAccess(GATEWAY.gateway(), asked, Set.of(Capability.VERSIONING));
    }

    private void put(BlockingTransport asked, String path, String query, String content) {
        // Answers of puts have status 200 or 204, and no body that matters here.
        assertThat(access(asked).send("PUT", path, query, content).status())
                .as("%s?%s", path, query)
                .isBetween(200, 204);
    }
}
