package dev.ose.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.ClaimCheck;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.store.StoreFixture.Holder;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.upstream.ScriptedPlatform;
import dev.ose.server.upstream.TestQuestions;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims whose requests died, and a platform that knows what became of the buckets. */
@Timeout(60)
class ClaimCheckTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    private static StoreFixture node;
    private static Holder ann;
    private static Holder bob;

    @BeforeAll
    static void open() {
        node = new StoreFixture(postgres.database());
        ann = node.holder("ann");
        bob = node.holder("bob");
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @Test
    void bucketThatThePlatformHasIsTheTenants() throws IOException {
        left("made");

        try (ScriptedPlatform platform = answering("200 OK")) {
            check(platform, Duration.ZERO);

            assertThat(platform.requests().getFirst().line()).isEqualTo("HEAD /made HTTP/1.1");
        }

        assertThat(node.buckets.list(ann.tenant().id(), "made", "", 10))
                .singleElement()
                .satisfies(bucket ->
                        assertThat(bucket.owner()).isEqualTo(ann.made().user().id()));
    }

    @Test
    void nameOfABucketThatThePlatformHasNotIsFree() throws IOException {
        left("never-made");

        try (ScriptedPlatform platform = answering("404 Not Found")) {
            check(platform, Duration.ZERO);
        }

        assertThat(claim(bob, "never-made").isKept()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"403 Forbidden", "503 Slow Down", "301 Moved Permanently"})
    void claimOfUnknownOutcomeStays(String status) throws IOException {
        String name = "unknown-" + status.substring(0, 3);
        left(name);

        try (ScriptedPlatform platform = answering(status)) {
            check(platform, Duration.ZERO);
            assertThat(platform.requests()).hasSize(1);

            // Whoever asked has it for a while.
            check(platform, Duration.ZERO);
            assertThat(platform.requests()).hasSize(1);
        }

        assertTaken(name);
        assertThat(node.buckets.list(ann.tenant().id(), "unknown", "", 10)).isEmpty();
    }

    @Test
    void claimOfARequestUnderWayIsLeftAlone() throws IOException {
        claim(ann, "under-way");
        left("just-ended");

        try (ScriptedPlatform platform = answering("404 Not Found")) {
            check(platform, Duration.ofHours(2));
            assertThat(platform.requests()).isEmpty();

            check(platform, Duration.ZERO);
            assertThat(platform.requests()).hasSize(1);
        }

        assertTaken("under-way");
        assertThat(claim(bob, "just-ended").isKept()).isFalse();
    }

    @Test
    void requestThatComesWhileThePlatformIsAskedKeepsItsClaim() throws IOException {
        left("again");

        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            claim(ann, "again");
            return request.answer("404 Not Found", "", new byte[0]);
        })) {
            check(platform, Duration.ZERO);
        }

        assertTaken("again");
    }

    private static ScriptedPlatform answering(String status) throws IOException {
        return new ScriptedPlatform(request -> request.answer(status, "", new byte[0]));
    }

    private void check(ScriptedPlatform platform, Duration age) {
        Platform known = TestQuestions.known(platform);
        new ClaimCheck(node.buckets, new JdbcBucketOwners(node.database, node.keyring), id -> known, questions.open())
                .check(age);
    }

    /** A claim that nobody has worked on for an hour. */
    private static void left(String name) {
        node.database.update(
                "UPDATE bucket SET busy_until = now() - interval '1 hour' WHERE id = ?",
                claim(ann, name).bucket());
    }

    private static BucketClaim claim(Holder holder, String name) {
        return node.buckets.claim(
                holder.tenant().id(), holder.made().user().id(), node.platform.id(), new BucketName(name), "default");
    }

    private static void assertTaken(String name) {
        assertThatThrownBy(() -> claim(bob, name))
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isEqualTo(new Failure.BucketTaken(name)));
    }
}
