package dev.ose.server.bucket.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Quirk;
import dev.ose.s3.BucketName;
import dev.ose.s3.GrantHeader;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.jdbc.JdbcBucketOwners;
import dev.ose.server.bucket.jdbc.KeptSharing;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.client.TestQuestions;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims whose requests died, and a platform that knows whether the buckets exist. */
@Timeout(60)
class BucketClaimRecoveryTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    private static StoreFixture node;
    private static KeptSharing kept;
    private static Holder ann;
    private static Holder bob;

    @BeforeAll
    static void open() {
        node = new StoreFixture(postgres.database());
        kept = new KeptSharing(node);
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

        try (ScriptedPlatform platform = listing("another", "made")) {
            check(platform, Duration.ZERO);

            assertThat(platform.requests())
                    .extracting(ScriptedPlatform.Request::line)
                    .containsExactly("HEAD /made HTTP/1.1", "GET / HTTP/1.1");
        }

        assertThat(node.listBuckets(ann.tenant().id(), "made", 10))
                .singleElement()
                .satisfies(bucket ->
                        assertThat(bucket.owner()).isEqualTo(ann.made().user().id()));
    }

    /** A name may be common to all tenants of a platform, and the bucket public. */
    @Test
    void publicBucketOfAnotherOwnerIsNotTheTenants() throws IOException {
        left("elses");

        try (ScriptedPlatform platform = listing("another", "elses-too")) {
            check(platform, Duration.ZERO);
        }

        assertTaken("elses");
        assertThat(node.listBuckets(ann.tenant().id(), "elses", 10)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"403 Forbidden", "404 Not Found", "501 Not Implemented", "200 OK"})
    void bucketStaysAClaimWhereThePlatformTellsNoOwner(String status) throws IOException {
        String name = "untold-" + status.substring(0, 3);
        left(name);

        try (ScriptedPlatform platform =
                new ScriptedPlatform(request -> request.line().startsWith("HEAD")
                        ? request.answer("200 OK", "", new byte[0])
                        : request.answer(status, "", utf8("<Error")))) {
            check(platform, Duration.ZERO);
        }

        assertTaken(name);
        assertThat(node.listBuckets(ann.tenant().id(), "untold", 10)).isEmpty();
    }

    @Test
    void bucketIsSharedWithWhomThePlatformLetsIn() throws IOException {
        left("open");
        kept.acls.put(
                "open",
                "<AccessControlPolicy><AccessControlList><Grant><Grantee><URI>" + GrantHeader.EVERYBODY
                        + "</URI></Grantee></Grant></AccessControlList></AccessControlPolicy>");

        try (ScriptedPlatform platform = listing("open")) {
            check(platform, Duration.ZERO);
        }

        assertThat(node.database.all(
                        "SELECT bucket_grant.tenant_id IS NULL FROM bucket_grant"
                                + " JOIN bucket ON bucket.id = bucket_id WHERE name = 'open'",
                        row -> row.getBoolean(1)))
                .containsExactly(true);
    }

    @Test
    void bucketThatIsMadeAndBeingDeletedMeanwhileStaysBeingDeleted() throws IOException {
        left("deleted");
        BlockingQueue<BucketDeletion> deletions = new LinkedBlockingQueue<>();

        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            if (request.line().startsWith("GET")) {
                node.buckets.confirm(
                        ann.tenant().id(),
                        ann.made().user().id(),
                        claim(ann, "deleted").bucket());
                deletions.add(node.buckets.beginDeletion(
                        ann.tenant().id(),
                        node.listBuckets(ann.tenant().id(), "deleted", 1).getFirst()));
            }
            return request.answer("200 OK", "", list("deleted"));
        })) {
            check(platform, Duration.ZERO);
        }

        assertThat(node.buckets.completeDeletion(ann.tenant().id(), deletions.remove()))
                .isTrue();
    }

    @Test
    void requestThatComesWhileThePlatformIsAskedEndsItsClaimItself() throws Exception {
        left("asked-again");
        CountDownLatch isAbandoned = new CountDownLatch(1);

        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            BucketClaim again = claim(ann, "asked-again");
            boolean more = request.answer("404 Not Found", "", new byte[0]);
            node.buckets.abandon(ann.tenant().id(), again);
            isAbandoned.countDown();
            return more;
        })) {
            check(platform, Duration.ZERO);
        }

        assertThat(isAbandoned.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(claim(bob, "asked-again").isKept()).isFalse();
    }

    @Test
    void claimsAreTakenWhenTheirTurnComes() throws IOException {
        left("turn-1");
        left("turn-2");
        BlockingQueue<Boolean> busy = new LinkedBlockingQueue<>();

        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            if (request.line().startsWith("HEAD /turn-1")) {
                busy.add(isBusy("turn-2"));
            }
            return request.answer("404 Not Found", "", new byte[0]);
        })) {
            check(platform, Duration.ZERO);

            assertThat(platform.requests()).hasSize(2);
        }

        // The second claim is not held yet, so that other users of the tenant could create the bucket.
        assertThat(busy).containsExactly(false);
    }

    private static boolean isBusy(String name) {
        return node.database
                .first("SELECT busy_until > now() FROM bucket WHERE name = ?", row -> row.getBoolean(1), name)
                .orElseThrow();
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

            // A check holds the claim for a while.
            check(platform, Duration.ZERO);
            assertThat(platform.requests()).hasSize(1);
        }

        assertTaken(name);
        assertThat(node.listBuckets(ann.tenant().id(), "unknown", 10)).isEmpty();
    }

    /** Otherwise the platform would refuse the owner's question, and the name stay taken forever. */
    @Test
    void ownerIsAdmittedBeforeThePlatformIsAskedAndUntilTheClaimEnds() throws IOException {
        left("admitted");
        AtomicReference<@Nullable PlatformUserId> admitted = new AtomicReference<>();

        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            admitted.set(node.memoryPlatform.admissions.get("admitted"));
            return request.answer("404 Not Found", "", new byte[0]);
        })) {
            check(admitting(platform), Duration.ZERO);
        }

        assertThat(admitted.get()).isNotNull();
        assertThat(node.memoryPlatform.admissions).doesNotContainKey("admitted");
        assertThat(claim(bob, "admitted").isKept()).isFalse();
    }

    /** Its own admission would end with that of the claim. */
    @Test
    void requestThatComesWhileThePlatformIsAskedKeepsItsAdmission() throws IOException {
        left("again-admitted");

        try (ScriptedPlatform platform = new ScriptedPlatform(request -> {
            claim(ann, "again-admitted");
            return request.answer("404 Not Found", "", new byte[0]);
        })) {
            check(admitting(platform), Duration.ZERO);
        }

        assertThat(node.memoryPlatform.admissions).containsKey("again-admitted");
        assertTaken("again-admitted");
    }

    /** The platform may have the bucket: a refusal, of a wrong clock or login say, does not tell. */
    @Test
    void claimStaysIfThePlatformRefusesTheAdmission() throws IOException {
        left("refused");

        try (ScriptedPlatform platform = answering("404 Not Found")) {
            node.memoryPlatform.refusal = new Failure.PlatformRefused("p", "a wrong clock");
            check(admitting(platform), Duration.ZERO);
            node.memoryPlatform.refusal = null;

            assertThat(platform.requests()).isEmpty();
        }

        assertTaken("refused");
    }

    @Test
    void claimEndsIfThePlatformHasTheBucketOfAnother() throws IOException {
        left("of-others");
        node.memoryPlatform.buckets.put("of-others", new PlatformUserId("another"));

        try (ScriptedPlatform platform = answering("404 Not Found")) {
            check(admitting(platform), Duration.ZERO);
        }

        assertThat(node.memoryPlatform.admissions).doesNotContainKey("of-others");
        assertThat(claim(bob, "of-others").isKept()).isFalse();
    }

    private static Platform admitting(ScriptedPlatform platform) {
        return new Platform(
                new PlatformId(1),
                "p",
                platform.endpoint(),
                "us-east-1",
                Set.of(),
                Set.of(Quirk.BUCKETS_NEED_ADMISSION));
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

    /** A platform with public buckets, and with these as the owner's own. */
    private static ScriptedPlatform listing(String... names) throws IOException {
        return new ScriptedPlatform(
                request -> request.answer("200 OK", "", request.line().startsWith("HEAD") ? new byte[0] : list(names)));
    }

    private static byte[] list(String... names) {
        return utf8(Arrays.stream(names)
                .map(name -> "<Bucket><Name>" + name + "</Name></Bucket>")
                .collect(Collectors.joining(
                        "",
                        "<ListAllMyBucketsResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Buckets>",
                        "</Buckets></ListAllMyBucketsResult>")));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void check(ScriptedPlatform platform, Duration age) {
        check(TestQuestions.known(platform), age);
    }

    private void check(Platform known, Duration age) {
        new BucketClaimRecovery(
                        RecordedJobs.jobs(),
                        node.buckets,
                        new JdbcBucketOwners(node.database, node.keyring),
                        new BucketAdmissions(id -> known, node.provisioning::counterpart, node.memoryPlatform),
                        questions.client(known),
                        kept.adoption)
                .check(age);
    }

    /** A claim without a sign of life for an hour. */
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
