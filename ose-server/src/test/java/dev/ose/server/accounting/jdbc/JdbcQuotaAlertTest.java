package dev.ose.server.accounting.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.accounting.alert.AlertThresholds;
import dev.ose.server.accounting.alert.Clearance;
import dev.ose.server.accounting.alert.QuotaAlert;
import dev.ose.server.accounting.alert.QuotaAlertKeeper;
import dev.ose.server.accounting.alert.QuotaAlertStore.Changes;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.tenant.AccountDeletionStore;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Alerts of quotas in the database: crossings, and nodes that evaluate at once. */
@Timeout(300)
class JdbcQuotaAlertTest extends WatchedTenant {

    private static final Changes ONE_RAISED = new Changes(1, 0);
    private static final Changes ONE_CLEARED = new Changes(0, 1);

    @Test
    void crossingIsOneAlertUntilUsageIsWellBelowAndThenMayBeAnother() {
        limitTenant(new Quota(1_000L, null, null));
        write("k", 799);
        assertThat(evaluate()).isEqualTo(Changes.NONE);

        write("k", 800);
        assertThat(evaluate()).isEqualTo(ONE_RAISED);
        write("k", 900);
        assertThat(evaluate()).isEqualTo(Changes.NONE);
        write("k", 770);
        assertThat(evaluate()).isEqualTo(Changes.NONE);
        write("k", 810);
        assertThat(evaluate()).isEqualTo(Changes.NONE);
        write("k", 760);
        assertThat(evaluate()).isEqualTo(ONE_CLEARED);
        write("k", 800);
        // Another node, or this one after a restart: nothing is remembered outside of the database.
        assertThat(evaluate(store("node-2"))).isEqualTo(ONE_RAISED);
        assertThat(evaluate()).isEqualTo(Changes.NONE);

        assertThat(list())
                .extracting(JdbcQuotaAlertTest::describe)
                .containsExactly("null null BYTES 80 800/1000 null", "null null BYTES 80 800/1000 BELOW_THRESHOLD");
    }

    @Test
    void usageOfEachHolderIsThatOfTheQuotasPage() {
        Bucket second = node.bucket(holder, bucket.name().value() + "-second");
        limitTenant(new Quota(100L, 2L, 2L));
        quotas.put(new QuotaHolder.OfUser(tenant, holder.made().user().id()), new Quota(10_000L, null, 2L));
        quotas.put(new QuotaHolder.OfBucket(tenant, bucket.id()), new Quota(62L, null, null));
        quotas.put(new QuotaHolder.OfBucket(tenant, second.id()), new Quota(1_000L, null, null));
        write("k", 50);
        writer.write(second, "k", facts(30));

        evaluate();

        String user = holder.made().user().name();
        assertThat(list())
                .extracting(JdbcQuotaAlertTest::describe)
                .containsExactlyInAnyOrder(
                        "null null BYTES 80 80/100 null",
                        "null null OBJECTS 80 2/2 null",
                        "null null OBJECTS 95 2/2 null",
                        "null null BUCKETS 80 2/2 null",
                        "null null BUCKETS 95 2/2 null",
                        user + " null BUCKETS 80 2/2 null",
                        user + " null BUCKETS 95 2/2 null",
                        "null " + bucket.name().value() + " BYTES 80 50/62 null");
    }

    @Test
    void usageThatIsRolledUpCountsOnce() {
        limitTenant(new Quota(1_000L, null, null));
        write("a", 500);
        new JdbcCounterTables(node.database).rollUp(10_000);
        write("b", 299);
        assertThat(evaluate()).isEqualTo(Changes.NONE);

        write("c", 1);
        assertThat(evaluate()).isEqualTo(ONE_RAISED);
    }

    @Test
    void quotaIsDueOnceItsUsageIsRolledUpAndUntilItIsEvaluated() {
        limitTenant(new Quota(1_000L, null, null));
        write("k", 800);
        assertThat(alerts.due(everyQuota())).doesNotContainKey(tenant);

        new JdbcCounterTables(node.database).rollUp(10_000);
        assertThat(alerts.due(everyQuota())).containsEntry(tenant, Set.copyOf(ofTenant()));
        assertThat(evaluate()).isEqualTo(ONE_RAISED);
        assertThat(alerts.due(everyQuota())).doesNotContainKey(tenant);

        // Due by what is rolled up, which is not all.
        write("k", 1);
        write("k", 801);
        new JdbcCounterTables(node.database).rollUp(1);
        assertThat(evaluate()).isEqualTo(Changes.NONE);
    }

    @Test
    void usageBeyondTheLargestNumberReachesEveryThreshold() {
        limitTenant(new Quota(Long.MAX_VALUE, null, null));
        node.database.update(
                "INSERT INTO usage_bucket (bucket_id, tenant_id, owner_id, bytes, older_bytes)"
                        + " VALUES (?, ?, ?, 9223372036854775807, 9223372036854775807)",
                bucket.id(),
                tenant,
                holder.made().user().id());

        assertThat(alerts.due(everyQuota())).containsKey(tenant);
        assertThat(evaluate()).isEqualTo(new Changes(2, 0));

        assertThat(list()).extracting(it -> it.crossing().used()).containsOnly(Long.MAX_VALUE);
        node.database.update("DELETE FROM usage_bucket WHERE bucket_id = ?", bucket.id());
    }

    @Test
    void roundBeginsOnOneNodeOnceInItsPeriod() {
        JdbcQuotaAlertStore other = store("node-2");
        assertThat(alerts.beginRound(Duration.ZERO)).isTrue();
        assertThat(other.beginRound(Duration.ofMinutes(1))).isFalse();
        assertThat(other.beginRound(Duration.ZERO)).isTrue();

        node.database.update("UPDATE quota_alert_round SET began_at = now() - interval '61 seconds'");
        assertThat(alerts.beginRound(Duration.ofMinutes(1))).isTrue();
        // As if the database's clock had been set back since.
        node.database.update("UPDATE quota_alert_round SET began_at = now() + interval '1 day'");
        assertThat(alerts.beginRound(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void nodesThatEvaluateAtOnceRaiseEachAlertOnce() throws Exception {
        webhook("http://127.0.0.1:1/", Set.of(), true);
        limitTenant(new Quota(1_000L, null, null));
        List<JdbcQuotaAlertStore> nodes =
                IntStream.range(0, 8).mapToObj(i -> store("node-" + i)).toList();
        for (int round = 1; round <= 20; round++) {
            boolean isFull = round % 2 == 1;
            write("k", isFull ? 950 : 1);

            List<Changes> changes = together(nodes);

            assertThat(changes.stream().mapToInt(Changes::raised).sum()).isEqualTo(isFull ? 2 : 0);
            assertThat(changes.stream().mapToInt(Changes::cleared).sum()).isEqualTo(isFull ? 0 : 2);
        }
        assertThat(list()).hasSize(20);
        assertThat(audited()).hasSize(40);
        assertThat(count("SELECT count(*) FROM event WHERE alert IS NOT NULL AND webhook_id IN"
                        + " (SELECT id FROM webhook WHERE tenant_id = ?)"))
                .isEqualTo(40);
    }

    private List<Changes> together(List<JdbcQuotaAlertStore> nodes) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(nodes.size())) {
            List<Changes> changes = new ArrayList<>();
            for (Future<Changes> each : threads.invokeAll(nodes.stream()
                    .<Callable<Changes>>map(it -> () -> evaluate(it))
                    .toList())) {
                changes.add(each.get());
            }
            return changes;
        }
    }

    @Test
    void quotaThatIsRemovedClearsItsAlertsAndANewOneHasItsOwn() {
        limitTenant(new Quota(1_000L, 1L, null));
        write("k", 800);
        assertThat(evaluate()).isEqualTo(new Changes(3, 0));

        limitTenant(new Quota(1_000L, null, null));
        assertThat(evaluate()).isEqualTo(new Changes(0, 2));
        quotas.remove(new QuotaHolder.OfTenant(tenant));
        // The tenant has no quota left, but an open alert.
        List<Long> removed = ofTenant();
        assertThat(everyQuota()).containsAll(removed).doesNotHaveDuplicates().isSorted();
        assertThat(alerts.due(removed)).containsOnlyKeys(tenant);
        assertThat(evaluate()).isEqualTo(ONE_CLEARED);
        assertThat(everyQuota()).doesNotContainAnyElementsOf(removed);
        limitTenant(new Quota(900L, null, null));
        assertThat(evaluate()).isEqualTo(ONE_RAISED);

        assertThat(list().stream().flatMap(alert -> Stream.ofNullable(alert.end())))
                .extracting(QuotaAlert.End::reason)
                .hasSize(3)
                .containsOnly(Clearance.QUOTA_REMOVED);
    }

    private List<Long> everyQuota() {
        List<Long> all = new ArrayList<>();
        List<Long> page = alerts.quotas(0, 2);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = alerts.quotas(page.getLast(), 2);
        }
        return all;
    }

    @Test
    void deletedBucketClearsItsAlertWhichKeepsItsName() {
        quotas.put(new QuotaHolder.OfBucket(tenant, bucket.id()), new Quota(null, 1L, null));
        write("k", 1);
        assertThat(evaluate()).isEqualTo(new Changes(2, 0));
        writer.delete(bucket, "k");

        node.delete(bucket);

        assertThat(evaluate()).isEqualTo(new Changes(0, 2));
        assertThat(list())
                .extracting(QuotaAlert::bucket)
                .containsOnly(bucket.name().value());
    }

    @Test
    void tenantThatIsDeletedMeanwhileIsPassedOver() {
        limitTenant(new Quota(null, null, 1L));
        assertThat(evaluate()).isEqualTo(new Changes(2, 0));
        thresholds.put(tenant, new AlertThresholds(List.of(50)), new Expected.Anything());
        List<Long> watched = ofTenant();
        node.delete(bucket);
        AccountDeletionStore deletion = node.bean(AccountDeletionStore.class);
        deletion.removeUser(tenant, holder.made().user().id(), new Expected.Anything());
        deletion.forgetUser(tenant, holder.made().user().id());

        deletion.removeTenant(tenant, new Expected.Anything());

        assertThat(alerts.evaluate(tenant, watched)).isEqualTo(Changes.NONE);
        assertThat(everyQuota()).doesNotContainAnyElementsOf(watched);
        assertThat(count("SELECT count(*) FROM quota_alert WHERE tenant_id = ?"))
                .isZero();
        assertThat(count("SELECT count(*) FROM quota_alert_threshold WHERE tenant_id = ?"))
                .isZero();
        assertThat(alerts.evaluate(new TenantId(UUID.randomUUID()), List.of(1L)))
                .isEqualTo(Changes.NONE);
    }

    @Test
    void clockThatIsSetBackNeitherRepeatsNorLosesAnAlert() {
        limitTenant(new Quota(1_000L, null, null));
        write("k", 800);
        assertThat(evaluate()).isEqualTo(ONE_RAISED);

        clock.advance(Duration.ofDays(-400));
        assertThat(evaluate()).isEqualTo(Changes.NONE);
        // As if the database's clock had been ahead when the alert was raised.
        node.database.update("UPDATE quota_alert SET raised_at = now() + interval '1 day' WHERE tenant_id = ?", tenant);
        write("k", 1);
        assertThat(evaluate()).isEqualTo(ONE_CLEARED);

        QuotaAlert cleared = list().getFirst();
        assertThat(cleared.end()).isEqualTo(new QuotaAlert.End(cleared.raisedAt(), Clearance.BELOW_THRESHOLD));
        assertThat(audited()).hasSize(2);
    }

    @Test
    void thresholdsOfATenantReplaceThoseOfAll() {
        limitTenant(new Quota(1_000L, null, null));
        write("k", 960);
        assertThat(evaluate()).isEqualTo(new Changes(2, 0));

        thresholds.put(tenant, new AlertThresholds(List.of(95, 50)), new Expected.Anything());
        assertThat(evaluate()).isEqualTo(new Changes(1, 1));
        thresholds.put(tenant, new AlertThresholds(List.of()), new Expected.Anything());
        assertThat(evaluate()).isEqualTo(new Changes(0, 2));
        assertThat(thresholds.remove(tenant, new Expected.Anything())).isTrue();
        assertThat(evaluate()).isEqualTo(new Changes(2, 0));

        assertThat(thresholds.of(tenant).value()).isEmpty();
        assertThat(thresholds.ofAll().value().percent()).containsExactly(80, 95);
    }

    @Test
    void oldClearedAlertsAreForgottenAndOpenOnesAreNot() {
        limitTenant(new Quota(1_000L, null, null));
        node.database.update(
                "INSERT INTO quota_alert (tenant_id, quota_id, dimension, threshold, quota_limit, used, cleared_at,"
                        + " clearance) SELECT ?, 1, 'BYTES', 80, 1, 1, now(), 'BELOW_THRESHOLD'"
                        + " FROM generate_series(1, 1005)",
                tenant);
        write("k", 960);
        evaluate();
        thresholds.put(tenant, new AlertThresholds(List.of(80)), new Expected.Anything());

        assertThat(evaluate()).isEqualTo(ONE_CLEARED);

        assertThat(count("SELECT count(*) FROM quota_alert WHERE tenant_id = ? AND cleared_at IS NOT NULL"))
                .isEqualTo(1_000);
        assertThat(list()).extracting(QuotaAlert::end).containsOnlyOnce((QuotaAlert.End) null);
    }

    @Test
    void jobRaisesAndCountsAndTwoOfThemDoNotRepeat() {
        limitTenant(new Quota(1_000L, null, null));
        write("k", 800);
        new JdbcCounterTables(node.database).rollUp(10_000);
        AdvisoryLocks locks = new AdvisoryLocks(node.database);

        try (QuotaAlertKeeper first = QuotaAlertKeeper.start(RecordedJobs.jobs(), alerts, locks);
                QuotaAlertKeeper second = QuotaAlertKeeper.start(RecordedJobs.jobs(), store("node-2"), locks)) {
            // A round of another test may just have begun.
            first.wake();
            await().atMost(Duration.ofMinutes(1)).until(() -> !list().isEmpty());
            first.wake();
            second.wake();
        }

        assertThat(list()).hasSize(1);
        assertThat(alerts.countOpen()).isPositive();
    }

    private static String describe(QuotaAlert alert) {
        return alert.user() + " " + alert.bucket() + ' ' + alert.crossing().dimension() + ' '
                + alert.crossing().thresholdPercent() + ' ' + alert.crossing().used() + '/'
                + alert.crossing().limit() + ' '
                + (alert.end() == null ? null : alert.end().reason());
    }
}
