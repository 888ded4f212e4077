package dev.ose.server.admin.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.ChangeNotification;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationDocumentTest {

    private static final BucketName BUCKET = new BucketName("docs");
    private static final ChangeNotification.Written WRITTEN =
            new ChangeNotification.Written(5, "5d41402abc4b2a76b9719d911017c592");

    /** As AWS writes it, whose keys are encoded as forms are. */
    @Test
    void encodedKeyIsDecodedOnce() {
        assertThat(read(entry("aws:s3", "ObjectCreated:Put", "a+b%2Bc%2520d/%C3%BC")))
                .containsExactly(new ChangeNotification(BUCKET, new ObjectKey("a b+c%20d/ü"), WRITTEN));
    }

    /** As MinIO writes it: the names of events have a prefix. */
    @Test
    void minioIsReadLikeAws() {
        assertThat(read(entry("minio:s3", "s3:ObjectCreated:CompleteMultipartUpload", "a%2Fb")))
                .containsExactly(new ChangeNotification(BUCKET, new ObjectKey("a/b"), WRITTEN));
        assertThat(read(entry("minio:s3", "s3:ObjectRemoved:Delete", "a%2Fb")))
                .containsExactly(
                        new ChangeNotification(BUCKET, new ObjectKey("a/b"), new ChangeNotification.Removed()));
    }

    /** Ceph 16.2 does not encode; what is no encoding of anything is one key only. */
    @Test
    void keyOfCephIsReadInBothWays() {
        assertThat(read(entry("ceph:s3", "ObjectCreated:Put", "a b+c%20d")))
                .extracting(notice -> notice.key().value())
                .containsExactly("a b+c%20d", "a b c d");
        assertThat(read(entry("ceph:s3", "ObjectCreated:Put", "100% ü?")))
                .extracting(notice -> notice.key().value())
                .containsExactly("100% ü?");
        assertThat(read(entry("ceph:s3", "ObjectCreated:Put", "plain/key"))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "ObjectRemoved:Delete",
        "ObjectRemoved:DeleteMarkerCreated",
        "LifecycleExpiration:Delete",
        "s3:ObjectLifecycle:Expiration:Current"
    })
    void everyKindOfRemovalIsOne(String event) {
        assertThat(read(entry("aws:s3", event, "k")))
                .extracting(ChangeNotification::said)
                .containsExactly(new ChangeNotification.Removed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "99999999999999999999", "\"5\"", "null", "[]"})
    void whatTellsNoSizeOrTagIsLookedAt(String size) {
        assertThat(read("{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"docs\"},\"object\":{\"key\":\"k\",\"size\":"
                        + size + ",\"eTag\":\"5d41402abc4b2a76b9719d911017c592\"}}}]}"))
                .containsExactly(new ChangeNotification(BUCKET, new ObjectKey("k"), new ChangeNotification.Unclear()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "7",
                "{\"Event\":\"s3:TestEvent\"}",
                "{\"Records\":7}",
                "{\"Records\":{\"a\":{}}}",
                "{\"Records\":[null,7,[],{}]}",
                "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":[\"docs\"]},\"object\":{\"key\":\"k\"}}}]}",
                "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"../etc\"},\"object\":{\"key\":\"k\"}}}]}",
                "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"docs\"},\"object\":{\"key\":\"a%00b\"}}}]}",
                "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"docs\"},\"object\":{\"key\":\"%zz\"}}}]}",
                "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"docs\"},\"object\":{\"key\":7}}}]}"
            })
    void whatMakesNoSenseIsPassedOver(String document) {
        assertThat(read(document)).isEmpty();
    }

    @Test
    void keyThatNoObjectCanHaveIsPassedOver() {
        assertThat(read(entry("ceph:s3", "ObjectCreated:Put", "k".repeat(1_000_000))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "{\"Records\":[", "{\"Records\":[]} more {"})
    void whatIsNoJsonIsRefused(String document) {
        assertInvalid(document);
    }

    /** Which of the values counts is open, so that another reader may have checked another notice. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Records\":[],\"Records\":[]}",
                "{\"Records\":[{\"s3\":{\"object\":{\"key\":\"a\",\"k\\u0065y\":\"b\"}}}]}",
                "{\"other\":[{\"a\":1,\"a\":1}]}"
            })
    void fieldThatIsNamedTwiceIsRefused(String document) {
        assertInvalid(document);
    }

    @Test
    void moreRecordsAndDeeperDocumentsThanPlatformsSendAreRefused() {
        String one = entry("aws:s3", "ObjectCreated:Put", "k")
                .replace("{\"Records\":[", "")
                .replace("]}", "");

        assertThat(read("{\"Records\":[" + String.join(",", Collections.nCopies(1_000, one)) + "]}"))
                .hasSize(1_000);
        assertInvalid("{\"Records\":[" + String.join(",", Collections.nCopies(1_001, one)) + "]}");
        assertInvalid("[".repeat(100_000));
    }

    private static void assertInvalid(String document) {
        assertThatThrownBy(() -> read(document))
                .isInstanceOf(FailureException.class)
                .extracting(e -> ((FailureException) e).failure())
                .isInstanceOf(Failure.Invalid.class);
    }

    private static String entry(String source, String event, String key) {
        return "{\"Records\":[{\"eventSource\":\"" + source + "\",\"eventName\":\"" + event
                + "\",\"s3\":{\"bucket\":{\"name\":\"docs\"},\"object\":{\"key\":\"" + key
                + "\",\"size\":5,\"eTag\":\"5d41402abc4b2a76b9719d911017c592\"}}}]}";
    }

    private static List<ChangeNotification> read(String document) {
        return NotificationDocument.read(document.getBytes(StandardCharsets.UTF_8));
    }
}
