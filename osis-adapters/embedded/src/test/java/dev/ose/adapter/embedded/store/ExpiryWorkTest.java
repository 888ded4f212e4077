package dev.ose.adapter.embedded.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.embedded.access.BucketAccess;
import dev.ose.adapter.embedded.file.IncomingFile;
import dev.ose.keyring.Keyring;
import dev.ose.s3.BucketName;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.lifecycle.Expiration;
import dev.ose.s3.lifecycle.LifecycleConfiguration;
import dev.ose.s3.lifecycle.LifecycleFilter;
import dev.ose.s3.lifecycle.LifecycleRule;
import dev.ose.s3.lifecycle.NoncurrentExpiration;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Objects that change between their evaluation and their removal. */
class ExpiryWorkTest {

    private static final ObjectKey KEY = new ObjectKey("k");

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.empty();

    private final Instant nextYear = Instant.now().plus(Duration.ofDays(365));

    @TempDir
    Path directory;

    private Store store;
    private StoreDatabase database;
    private StoredBucket bucket;

    @BeforeEach
    void open() throws IOException {
        database = StoreDatabase.open(POSTGRES.dataSource());
        database.write(connection -> Sql.update(connection, "delete from embedded_platform.data_directory"));
        store = Store.open(
                directory.resolve("data"),
                POSTGRES.dataSource(),
                Keyring.open(directory.resolve("keys")),
                Clock.systemUTC());
        PlatformTenant tenant = store.accounts()
                .createTenant(new TenantRequest(UUID.randomUUID().toString(), "t"));
        var user = store.accounts()
                .createUser(new UserRequest(tenant.id(), "u", "u"))
                .orElseThrow();
        var key = store.accounts().createKey(user.id()).orElseThrow();
        StoreCaller caller =
                store.accounts().login(key.accessKey()).orElseThrow().caller();
        BucketName name = new BucketName("b-" + UUID.randomUUID());
        store.buckets()
                .create(caller, name, new EmbeddedNewBucket(null, new LinkedHashMap<>(), true, BucketAccess.DEFAULT));
        bucket = store.buckets().find(name).orElseThrow();
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Test
    void objectThatIsAsItWasJudgedIsHiddenByADeleteMarker() throws IOException {
        put();

        remove(judged(expiring()));

        assertThat(current().isDeleteMarker()).isTrue();
        assertThat(store.changes().oldest(10)).extracting(OwnChanges.Noted::key).contains("k");
    }

    @Test
    void overwrittenObjectStays() throws IOException {
        put();
        List<ExpiryWalk.Find> found = judged(expiring());
        ObjectVersion second = put();

        remove(found);

        assertThat(current().rank()).isEqualTo(second.rank());
        assertThat(current().isDeleteMarker()).isFalse();
    }

    @Test
    void objectWithOtherTagsStays() throws IOException {
        ObjectVersion first = put();
        List<ExpiryWalk.Find> found = judged(expiring());
        store.contents().objects().setTags(first, bucket, new LinkedHashMap<>(Map.of("keep", "yes")));

        remove(found);

        assertThat(current().isDeleteMarker()).isFalse();
    }

    @Test
    void noncurrentVersionStaysWhenANewerOneThatItCountedIsGone() throws IOException {
        ObjectVersion oldest = put();
        put();
        ObjectVersion newest = put();
        List<ExpiryWalk.Find> found =
                judged(new LifecycleRule("r", true, all(), null, new NoncurrentExpiration(1, 1), null));
        assertThat(found).hasSize(1);
        store.contents()
                .objects()
                .delete(
                        bucket,
                        List.of(new Deletion(KEY, newest.versionId())),
                        new Deletion.Terms(ConditionalHeaders.NONE, false));

        remove(found);

        assertThat(store.contents().objects().find(bucket, KEY, oldest.versionId()))
                .isPresent();
    }

    @Test
    void versionThatIsHeldMeanwhileStays() throws IOException {
        ObjectVersion older = put();
        put();
        List<ExpiryWalk.Find> found =
                judged(new LifecycleRule("r", true, all(), null, new NoncurrentExpiration(1, null), null));
        assertThat(found).hasSize(1);
        store.contents().locks().hold(bucket, older, true);

        remove(found);

        assertThat(store.contents().objects().find(bucket, KEY, older.versionId()))
                .isPresent();
    }

    private static LifecycleRule expiring() {
        return new LifecycleRule("r", true, all(), new Expiration.AfterDays(1), null, null);
    }

    private static LifecycleFilter all() {
        return new LifecycleFilter(false, "", new LinkedHashMap<>(), null, null);
    }

    private List<ExpiryWalk.Find> judged(LifecycleRule rule) {
        ExpiryWalk walk = new ExpiryWalk(new LifecycleConfiguration(List.of(rule)), nextYear);
        database.read(connection -> Sql.list(
                        connection,
                        "select " + ExpiryCandidate.COLUMNS
                                + " from embedded_platform.object_version v where v.bucket_id = ? order by v.key,"
                                + " v.rank",
                        ExpiryCandidate::of,
                        bucket.id()))
                .forEach(walk::show);
        walk.endKey();
        return walk.take();
    }

    private void remove(List<ExpiryWalk.Find> found) {
        database.write(connection -> {
            new ExpiryWork(connection, bucket, nextYear, new ArrayList<>()).remove(found);
            return found;
        });
    }

    private ObjectVersion current() {
        return store.contents().objects().find(bucket, KEY, null).orElseThrow();
    }

    private ObjectVersion put() throws IOException {
        try (IncomingFile file = store.files().receive(List.of())) {
            file.write(ByteBuffer.wrap("x".getBytes(StandardCharsets.UTF_8)));
            ObjectVersion version = store.contents()
                    .objects()
                    .put(
                            bucket,
                            KEY,
                            new NewContent(file.publish(), new ETag("e"), null),
                            ObjectDescription.EMPTY,
                            ConditionalHeaders.NONE);
            file.keep();
            return version;
        }
    }
}
