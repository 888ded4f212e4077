package dev.ose.server.bucket.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.s3.document.BucketLogging.KeyFormat;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.jobs.OperatorEvent;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AccessLogsTest {

    private static final BucketName LOGS = new BucketName("logs");
    private static final BucketLogging TO_LOGS = new BucketLogging(LOGS, "a/", KeyFormat.UNSTATED);
    private static final long LARGE = 1 << 20;

    private final LogFixture logs = new LogFixture();

    @AfterEach
    void stop() {
        logs.close();
    }

    @Test
    void fullBatchBecomesAnObjectAtOnce() {
        logs.start(1, LARGE);

        logs.record("photos", TO_LOGS);

        LogFixture.Stored stored = logs.next();
        assertThat(stored.bucket()).isEqualTo(LOGS);
        assertThat(stored.key()).matches("a/2026-01-31-23-59-50-[0-9A-F]{16}");
        assertThat(stored.content()).startsWith(LogFixture.OWNER_ID + " photos [31/Jan/2026:23:59:50 +0000] ");
        await().untilAsserted(() -> assertThat(logs.logs().delivered()).isEqualTo(1));
    }

    @Test
    void ledgerHasTheIntentBeforeThePlatformHasTheObject() {
        logs.start(1, LARGE);

        logs.record("photos", TO_LOGS);

        String key = logs.next().key();
        await().untilAsserted(
                        () -> assertThat(logs.steps).containsExactly("begin " + key, "put " + key, "Changed " + key));
    }

    @Test
    void linesOfABucketWaitForThePeriodAndGoTogether() {
        logs.start(LARGE, LARGE);
        logs.record("photos", TO_LOGS);
        logs.record("photos", TO_LOGS);
        assertThat(logs.stored).isEmpty();

        logs.clock.advance(LogFixture.PERIOD);

        assertThat(logs.next().content().lines()).hasSize(2);
        assertThat(logs.stored).isEmpty();
    }

    @Test
    void stopDeliversWhatIsLeft() {
        logs.start(LARGE, LARGE);
        logs.record("photos", TO_LOGS);

        logs.logs().close();

        assertThat(logs.next().content().lines()).hasSize(1);
    }

    @Test
    void keysTellTheDayOfTheRequestsOrOfTheDelivery() {
        logs.start(LARGE, LARGE);
        logs.record("photos", new BucketLogging(LOGS, "e/", KeyFormat.EVENT_TIME));
        logs.clock.advance(Duration.ofSeconds(20));
        logs.record("photos", new BucketLogging(LOGS, "e/", KeyFormat.EVENT_TIME));
        logs.record("photos", new BucketLogging(LOGS, "d/", KeyFormat.DELIVERY_TIME));

        logs.logs().close();

        String partition = LogFixture.OWNER_ID + "/us-east-1/photos/";
        assertThat(logs.keys())
                .satisfiesExactlyInAnyOrder(
                        key -> assertThat(key).startsWith("e/" + partition + "2026/01/31/2026-01-31-00-00-00-"),
                        key -> assertThat(key).startsWith("e/" + partition + "2026/02/01/2026-02-01-00-00-00-"),
                        key -> assertThat(key).startsWith("d/" + partition + "2026/02/01/2026-02-01-00-00-10-"));
    }

    @Test
    void logsOfBucketsWithoutTargetAreDroppedAndReportedOnce() {
        logs.start(1, LARGE);
        logs.buckets.remove("logs");

        logs.record("photos", TO_LOGS);
        logs.record("other", TO_LOGS);

        await().untilAsserted(() -> assertThat(logs.logs().dropped()).isEqualTo(2));
        assertThat(logs.jobs.events())
                .containsExactly(new OperatorEvent.AccessLogsDropped("the target is gone or another owner's"));
        assertThat(logs.stored).isEmpty();
    }

    @Test
    void targetOfAnotherOwnerGetsNothing() {
        logs.start(1, LARGE);
        logs.giveAway("logs");

        logs.record("photos", TO_LOGS);

        await().untilAsserted(() -> assertThat(logs.logs().dropped()).isEqualTo(1));
        assertThat(logs.stored).isEmpty();
    }

    @Test
    void targetOfAnotherTenantGetsNothing() {
        logs.start(1, LARGE);

        logs.record("photos", new BucketLogging(new BucketName("foreign"), "", KeyFormat.UNSTATED));

        await().untilAsserted(() -> assertThat(logs.logs().dropped()).isEqualTo(1));
        assertThat(logs.stored).isEmpty();
    }

    @Test
    void exceededQuotaDropsTheLines() {
        logs.start(1, LARGE);
        logs.isLimited = true;

        logs.record("photos", TO_LOGS);

        await().untilAsserted(() -> assertThat(logs.logs().dropped()).isEqualTo(1));
        assertThat(logs.steps).isEmpty();
    }

    @Test
    void unknownOutcomeIsRepeatedUnderTheSameKey() {
        logs.start(1, LARGE);
        logs.outcome = new WriteOutcome.Unknown();
        logs.record("photos", TO_LOGS);
        String key = logs.next().key();
        await().untilAsserted(() -> assertThat(logs.jobs.events()).isNotEmpty());

        logs.outcome = new WriteOutcome.Changed();
        logs.clock.advance(Duration.ofMinutes(1));

        assertThat(logs.next().key()).isEqualTo(key);
        await().untilAsserted(() -> assertThat(logs.logs().delivered()).isEqualTo(1));
        assertThat(logs.logs().dropped()).isZero();
    }

    @Test
    void missingDatabaseDelaysTheDelivery() {
        logs.start(1, LARGE);
        logs.failure = new Failure.MetadataUnavailable();
        logs.record("photos", TO_LOGS);
        await().untilAsserted(() -> assertThat(logs.jobs.events()).isNotEmpty());

        logs.failure = null;
        logs.clock.advance(Duration.ofMinutes(1));

        assertThat(logs.next().content()).contains(" photos ");
    }

    @Test
    void linesWithoutRoomAreDropped() {
        logs.start(LARGE, 2000);

        for (int i = 0; i < 100; i++) {
            logs.record("photos", TO_LOGS);
        }

        assertThat(logs.logs().dropped()).isPositive();
        logs.logs().close();
        assertThat(logs.logs().delivered() + logs.logs().dropped()).isEqualTo(100);
    }

    @Test
    void refusedRequestsAreInTheLogOfTheBucketTheyName() {
        logs.start(1, LARGE);
        logs.setLogging("photos", TO_LOGS);

        logs.logs().recordNamed(null, new BucketName("photos"), logs.request());

        assertThat(logs.next().content()).contains(" photos ");
    }
}
