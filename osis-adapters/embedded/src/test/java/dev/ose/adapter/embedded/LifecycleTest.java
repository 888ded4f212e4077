package dev.ose.adapter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.OwnChange;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.ObjectLockLegalHoldStatus;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;
import software.amazon.awssdk.services.s3.model.Transition;
import software.amazon.awssdk.services.s3.model.TransitionStorageClass;

/** Lifecycle rules over S3; passes at times that the test chooses run in addition to those by the platform's clock. */
@Timeout(120)
class LifecycleTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = "b-" + UUID.randomUUID();

    @BeforeEach
    void createBucket() {
        s3.createBucket(request -> request.bucket(bucket));
    }

    @Test
    void currentObjectsExpireAfterTheirDaysWithTheirBytes() {
        put("logs/a", "x");
        put("kept/a", "x");
        long files = PLATFORM.countFiles();
        rules(rule -> rule.filter(filter -> filter.prefix("logs/")).expiration(it -> it.days(2)));

        pass(1);
        assertThat(keys()).containsExactly("kept/a", "logs/a");
        pass(4);

        assertThat(keys()).containsExactly("kept/a");
        assertThatThrownBy(() -> s3.headObject(request -> request.bucket(bucket).key("logs/a")))
                .asInstanceOf(type(S3Exception.class))
                .extracting(S3Exception::statusCode)
                .isEqualTo(404);
        assertThat(PLATFORM.countFiles()).isEqualTo(files - 1);
    }

    @Test
    void filtersOfTagsAndSizesMustAllHold() {
        put("p/small", "x", Tag.builder().key("k").value("v").build());
        put("p/large", "x".repeat(100), Tag.builder().key("k").value("v").build());
        put("p/untagged", "x".repeat(100));
        rules(rule -> rule.filter(filter -> filter.and(and -> and.prefix("p/")
                        .tags(Tag.builder().key("k").value("v").build())
                        .objectSizeGreaterThan(99L)
                        .objectSizeLessThan(101L)))
                .expiration(it -> it.days(1)));

        pass(3);

        assertThat(keys()).containsExactly("p/small", "p/untagged");
    }

    @Test
    void disabledRuleRemovesNothing() {
        put("k", "x");
        rules(rule -> rule.filter(filter -> filter.prefix(""))
                .expiration(it -> it.days(1))
                .status(ExpirationStatus.DISABLED));

        pass(3);

        assertThat(keys()).containsExactly("k");
    }

    @Test
    void dateInThePastIsCarriedOutAtOnceByThePlatformItself() {
        put("k", "x");

        rules(rule -> rule.filter(filter -> filter.prefix("")).expiration(it -> it.date(instant("2020-01-01"))));

        await().atMost(Duration.ofMinutes(1)).until(() -> keys().isEmpty());
    }

    @Test
    void versionsExpireStepByStep() {
        enableVersioning();
        put("k", "1");
        rules(rule -> rule.filter(filter -> filter.prefix(""))
                .expiration(it -> it.days(1))
                .noncurrentVersionExpiration(it -> it.noncurrentDays(3)));

        pass(3);
        assertThat(keys()).isEmpty();
        assertThat(versions()).hasSize(1);
        assertThat(markers()).hasSize(1);
        pass(5);
        assertThat(versions()).hasSize(1);
        pass(8);
        assertThat(versions()).isEmpty();
        assertThat(markers()).hasSize(1);
        pass(9);

        assertThat(markers()).isEmpty();
        s3.deleteBucket(request -> request.bucket(bucket));
    }

    @Test
    void loneDeleteMarkerIsRemovedAndOneThatHidesAVersionStays() {
        enableVersioning();
        s3.deleteObject(request -> request.bucket(bucket).key("lone"));
        put("hidden", "x");
        s3.deleteObject(request -> request.bucket(bucket).key("hidden"));
        rules(rule -> rule.filter(filter -> filter.prefix("")).expiration(it -> it.expiredObjectDeleteMarker(true)));

        pass(1);

        assertThat(markers()).extracting(DeleteMarkerEntry::key).containsExactly("hidden");
        assertThat(versions()).hasSize(1);
    }

    @Test
    void newestNoncurrentVersionsAreKept() {
        enableVersioning();
        List<String> ids = List.of("1", "2", "3", "4", "5").stream()
                .map(body -> put("k", body))
                .toList();
        rules(rule -> rule.filter(filter -> filter.prefix(""))
                .noncurrentVersionExpiration(it -> it.noncurrentDays(1).newerNoncurrentVersions(2)));

        pass(3);

        assertThat(versions()).extracting(ObjectVersion::versionId).containsExactly(ids.get(4), ids.get(3), ids.get(2));
    }

    @Test
    void retainedAndHeldVersionsStay() {
        String locked = "b-" + UUID.randomUUID();
        s3.createBucket(request -> request.bucket(locked).objectLockEnabledForBucket(true));
        Instant until = Instant.now().plus(Duration.ofDays(30));
        for (String key : List.of("retained", "held", "free")) {
            Consumer<PutObjectRequest.Builder> lock =
                    switch (key) {
                        case "retained" ->
                            request -> request.objectLockMode(ObjectLockMode.GOVERNANCE)
                                    .objectLockRetainUntilDate(until);
                        case "held" -> request -> request.objectLockLegalHoldStatus(ObjectLockLegalHoldStatus.ON);
                        default -> request -> {};
                    };
            s3.putObject(
                    request -> lock.accept(request.bucket(locked).key(key).checksumAlgorithm(ChecksumAlgorithm.CRC32)),
                    RequestBody.fromString("x"));
            s3.deleteObject(request -> request.bucket(locked).key(key));
        }
        rules(locked, rule -> rule.filter(filter -> filter.prefix(""))
                .noncurrentVersionExpiration(it -> it.noncurrentDays(1)));

        pass(3);

        assertThat(s3.listObjectVersions(request -> request.bucket(locked)).versions())
                .extracting(ObjectVersion::key)
                .containsExactly("held", "retained");
        pass(40);
        assertThat(s3.listObjectVersions(request -> request.bucket(locked)).versions())
                .extracting(ObjectVersion::key)
                .containsExactly("held");
    }

    @Test
    void uploadsAreAbortedWithTheirParts() {
        rules(rule -> rule.filter(filter -> filter.prefix(""))
                .abortIncompleteMultipartUpload(it -> it.daysAfterInitiation(1)));
        long files = PLATFORM.countFiles();
        var upload = s3.createMultipartUpload(request -> request.bucket(bucket).key("k"));
        s3.uploadPart(
                request -> request.bucket(bucket)
                        .key("k")
                        .uploadId(upload.uploadId())
                        .partNumber(1),
                RequestBody.fromString("part"));
        assertThat(upload.abortDate()).isAfter(Instant.now().plus(Duration.ofDays(1)));
        assertThat(upload.abortRuleId()).isEqualTo("rule");

        pass(3);

        assertThat(s3.listMultipartUploads(request -> request.bucket(bucket)).uploads())
                .isEmpty();
        assertThat(PLATFORM.countFiles()).isEqualTo(files);
        assertThatThrownBy(() ->
                        s3.listParts(request -> request.bucket(bucket).key("k").uploadId(upload.uploadId())))
                .satisfies(e -> failed(e, 404, "NoSuchUpload"));
    }

    @Test
    void answersTellWhenAnObjectExpires() {
        rules(rule -> rule.filter(filter -> filter.prefix("logs/")).expiration(it -> it.days(2)));

        String expiration = s3.putObject(request -> request.bucket(bucket).key("logs/a"), RequestBody.fromString("x"))
                .expiration();

        Instant due = Instant.now().plus(3, ChronoUnit.DAYS).truncatedTo(ChronoUnit.DAYS);
        String date = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                .format(due.atOffset(ZoneOffset.UTC));
        assertThat(expiration).isEqualTo("expiry-date=\"" + date + "\", rule-id=\"rule\"");
        assertThat(s3.headObject(request -> request.bucket(bucket).key("logs/a"))
                        .expiration())
                .isEqualTo(expiration);
        assertThat(s3.copyObject(request -> request.sourceBucket(bucket)
                                .sourceKey("logs/a")
                                .destinationBucket(bucket)
                                .destinationKey("logs/b"))
                        .expiration())
                .isEqualTo(expiration);
        put("other", "x");
        assertThat(s3.headObject(request -> request.bucket(bucket).key("other")).expiration())
                .isNull();
    }

    @Test
    void rulesAreShownAsSetAndGoneOnceDeleted() {
        rules(rule -> rule.filter(filter -> filter.prefix("p")).expiration(it -> it.days(2)));

        LifecycleRule shown = s3.getBucketLifecycleConfiguration(request -> request.bucket(bucket))
                .rules()
                .getFirst();
        assertThat(shown.id()).isEqualTo("rule");
        assertThat(shown.filter().prefix()).isEqualTo("p");
        assertThat(shown.expiration().days()).isEqualTo(2);

        s3.deleteBucketLifecycle(request -> request.bucket(bucket));
        assertThatThrownBy(() -> s3.getBucketLifecycleConfiguration(request -> request.bucket(bucket)))
                .satisfies(e -> failed(e, 404, "NoSuchLifecycleConfiguration"));
        put("p", "x");
        pass(5);
        assertThat(keys()).containsExactly("p");
    }

    @ParameterizedTest
    @CsvSource({"0, 400, InvalidArgument", "-1, 400, InvalidArgument"})
    void daysMustBePositive(int days, int status, String code) {
        assertThatThrownBy(() ->
                        rules(rule -> rule.filter(filter -> filter.prefix("")).expiration(it -> it.days(days))))
                .satisfies(e -> failed(e, status, code));
    }

    @Test
    void transitionIsRefusedByName() {
        assertThatThrownBy(() -> rules(rule -> rule.filter(filter -> filter.prefix(""))
                        .transitions(Transition.builder()
                                .days(30)
                                .storageClass(TransitionStorageClass.GLACIER)
                                .build())))
                .satisfies(e -> failed(e, 501, "NotImplemented"))
                .hasMessageContaining("Transition");
    }

    @Test
    void passGoesOverAllPagesAndReportsEachKeyOnce() throws SQLException {
        int objects = 2_500;
        insert(objects);
        put("z", "x");
        rules(rule -> rule.filter(filter -> filter.prefix("many/")).expiration(it -> it.days(1)));

        pass(3);

        assertThat(keys()).containsExactly("z");
        assertThat(count("own_change where bucket = '" + bucket + "'")).isEqualTo(objects);
    }

    @Test
    void changesAreReportedUntilTheyAreTaken() throws SQLException {
        put("k", "x");
        rules(rule -> rule.filter(filter -> filter.prefix("")).expiration(it -> it.days(1)));
        pass(3);
        assertThat(count("own_change where bucket = '" + bucket + "'")).isEqualTo(1);
        List<OwnChange> reported = new CopyOnWriteArrayList<>();

        PLATFORM.platform().reportOwnChanges(changes -> {
            reported.addAll(changes);
            return true;
        });

        await().atMost(Duration.ofMinutes(1)).until(() -> reported.contains(new OwnChange.ObjectChanged(bucket, "k")));
        await().atMost(Duration.ofMinutes(1)).until(() -> count("own_change") == 0);
    }

    @Test
    void passIsLeftToTheProcessThatMakesIt() throws SQLException {
        put("k", "x");
        rules(rule -> rule.filter(filter -> filter.prefix("")).expiration(it -> it.days(1)));
        try (Connection other = PLATFORM.postgres().dataSource().getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("select pg_advisory_lock(" + 0x4F534532 + ", 1)");
            pass(3);
            assertThat(keys()).containsExactly("k");
            statement.execute("select pg_advisory_unlock(" + 0x4F534532 + ", 1)");
        }

        pass(3);

        assertThat(keys()).isEmpty();
    }

    /** Runs the passes that are due this many days from now. */
    private static void pass(int days) {
        PLATFORM.platform().lifecycle().run(Instant.now().plus(Duration.ofDays(days)));
    }

    private void rules(Consumer<LifecycleRule.Builder> rule) {
        rules(bucket, rule);
    }

    private void rules(String where, Consumer<LifecycleRule.Builder> rule) {
        LifecycleRule.Builder builder = LifecycleRule.builder().id("rule").status(ExpirationStatus.ENABLED);
        rule.accept(builder);
        s3.putBucketLifecycleConfiguration(
                request -> request.bucket(where).lifecycleConfiguration(it -> it.rules(builder.build())));
    }

    private String put(String key, String body, Tag... tags) {
        return s3.putObject(
                        request -> request.bucket(bucket)
                                .key(key)
                                .tagging(Tagging.builder().tagSet(tags).build()),
                        RequestBody.fromString(body))
                .versionId();
    }

    private void enableVersioning() {
        s3.putBucketVersioning(request -> request.bucket(bucket)
                .versioningConfiguration(versioning -> versioning.status(BucketVersioningStatus.ENABLED)));
    }

    private List<String> keys() {
        return s3.listObjectsV2(request -> request.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    private List<ObjectVersion> versions() {
        return s3.listObjectVersions(request -> request.bucket(bucket)).versions();
    }

    private List<DeleteMarkerEntry> markers() {
        return s3.listObjectVersions(request -> request.bucket(bucket)).deleteMarkers();
    }

    /** Inserts rows of empty objects without files. */
    private void insert(int objects) throws SQLException {
        try (Connection connection = PLATFORM.postgres().dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    insert into embedded_platform.object_version (
                        bucket_id, key, rank, version_id, is_latest, is_delete_marker, size_bytes, etag, modified_at,
                        file_id, part_count, headers, metadata, tags)
                    select b.id, 'many/' || n, -nextval('embedded_platform.version_number'), 'null', true, false, 0,
                        'e',
                        now(), gen_random_uuid(), 0, '{}', '{}', '{}'
                    from embedded_platform.bucket b, generate_series(1, %d) n where b.name = '%s'
                    """.formatted(objects, bucket));
        }
    }

    private static long count(String table) {
        try (Connection connection = PLATFORM.postgres().dataSource().getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from embedded_platform." + table)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Instant instant(String day) {
        return Instant.parse(day + "T00:00:00Z");
    }

    private static void failed(Throwable e, int status, String code) {
        assertThat(e).isInstanceOf(S3Exception.class);
        assertThat(((S3Exception) e).statusCode()).isEqualTo(status);
        assertThat(((S3Exception) e).awsErrorDetails().errorCode()).isEqualTo(code);
    }
}
