package dev.ose.server.runtime.telemetry;

import dev.ose.server.accounting.usage.Usage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The node's meters, and their text as Prometheus reads it. Thread-safe. */
public final class Metrics implements AutoCloseable {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    /** Starts with the meters of the process itself. */
    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
    }

    /** Where other parts add their meters. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Counts the lines that the request log lost. */
    public void countLostLogLines(LongSupplier lostLines) {
        FunctionCounter.builder("ose.log.lost", this, _ -> lostLines.getAsLong())
                .baseUnit("lines")
                .register(registry);
    }

    /** Shows the totals of what all tenants store, the same on every node, and the work of proving them here. */
    public void showUsage(Supplier<Usage> total, LongSupplier audits, LongSupplier drifts) {
        Gauge.builder("ose.stored.objects", () -> (double) total.get().objects())
                .register(registry);
        Gauge.builder("ose.stored", () -> (double) total.get().storedBytes())
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("ose.stored.older.versions", () -> (double) total.get().olderVersions())
                .register(registry);
        Gauge.builder("ose.stored.older", () -> (double) total.get().olderBytes())
                .baseUnit("bytes")
                .register(registry);
        count("ose.counter.audits", audits);
        count("ose.counter.drifts", drifts);
    }

    /** Counts what was compared with the platforms on this node, and the differences that were found. */
    public void showSync(LongSupplier objects, LongSupplier differences) {
        count("ose.sync.objects", objects);
        count("ose.sync.differences", differences);
    }

    /** Counts the keys that platforms' notices of changes had looked at, those that were known, and notices of unknown buckets. */
    public void showNotices(LongSupplier marked, LongSupplier known, LongSupplier ignored) {
        count("ose.sync.notices.marked", marked);
        count("ose.sync.notices.known", known);
        count("ose.sync.notices.ignored", ignored);
    }

    /** Shows of how many keys platforms refuse to tell, so that their rows may be wrong; the same on every node. */
    public void showVerification(LongSupplier refusedKeys) {
        Gauge.builder("ose.verification.refused", () -> (double) refusedKeys.getAsLong())
                .baseUnit("keys")
                .register(registry);
    }

    /** Counts the pages that were listed from the database, and those that the platform was asked for nevertheless. */
    public void showListing(LongSupplier listed, LongSupplier passedOn) {
        count("ose.listings.from.database", listed);
        count("ose.listings.passed.on", passedOn);
    }

    /** Counts the connections of clients that were closed because their address had too many. */
    public void showClients(LongSupplier refusedConnections) {
        count("ose.client.connections.refused", refusedConnections);
    }

    /** Shows the memory that documents of clients take up now, and counts requests that were refused because it was used up. */
    public void showDocuments(LongSupplier heldBytes, LongSupplier refusals) {
        Gauge.builder("ose.documents.memory", () -> (double) heldBytes.getAsLong())
                .baseUnit("bytes")
                .register(registry);
        count("ose.documents.refused", refusals);
    }

    /** Shows how many rows of objects were folded, and how often a bucket could not be. */
    public void showFolding(LongSupplier folded, LongSupplier failed) {
        count("ose.objects.compacted", folded);
        count("ose.compaction.failures", failed);
    }

    /** Counts the users that this node compared with their platforms by schedule, what differed, and how often it was broken off. */
    public void showReconciliation(
            LongSupplier checked, LongSupplier found, LongSupplier repaired, LongSupplier failures) {
        count("ose.reconciliation.users", checked);
        count("ose.reconciliation.drifts", found);
        count("ose.reconciliation.repairs", repaired);
        count("ose.reconciliation.failures", failures);
    }

    /** Shows the connections to platforms, who waits for one now, and how often somebody was told to come back. */
    public void showPlatform(IntSupplier connections, IntSupplier waiting, LongSupplier refused) {
        Gauge.builder("ose.platform.connections", () -> (double) connections.getAsInt())
                .register(registry);
        Gauge.builder("ose.platform.waiting", () -> (double) waiting.getAsInt()).register(registry);
        count("ose.platform.refused", refused);
    }

    /** Counts the objects whose labels this node kept, how often a platform did not tell them, and how many changes were not noted. */
    public void showLabels(LongSupplier kept, LongSupplier postponed, LongSupplier lost) {
        count("ose.labels.kept", kept);
        count("ose.labels.postponed", postponed);
        count("ose.labels.lost", lost);
    }

    /** Shows what waits for webhooks, the same on every node, and what this node made of it. */
    public void showEvents(LongSupplier waiting, LongSupplier delivered, LongSupplier failures, LongSupplier givenUp) {
        Gauge.builder("ose.events.waiting", () -> (double) waiting.getAsLong()).register(registry);
        count("ose.events.delivered", delivered);
        count("ose.events.failed.messages", failures);
        count("ose.events.given.up", givenUp);
    }

    /** Shows what writes wait in the journal for the database to come back. */
    public void showJournal(LongSupplier bytes) {
        Gauge.builder("ose.outage.journal", () -> (double) bytes.getAsLong())
                .baseUnit("bytes")
                .register(registry);
    }

    /** Counts how often the database was another than before, and what of recent writes could not be kept for that. */
    public void showFailovers(LongSupplier failovers, LongSupplier writesNotKept) {
        count("ose.database.failovers", failovers);
        count("ose.recent.writes.lost", writesNotKept);
    }

    /** A counter lets go of what it counts for and then stands still: it counts for this, which the node holds. */
    private void count(String name, LongSupplier sinceStart) {
        FunctionCounter.builder(name, this, _ -> sinceStart.getAsLong()).register(registry);
    }

    /** All meters in Prometheus' text format, version 0.0.4. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }
}
