package dev.ose.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MetricsTest {

    @Test
    void counterGoesOnAlthoughItsSupplierIsHeldOnlyByTheMetrics() {
        AtomicLong objects = new AtomicLong(1);
        try (Metrics metrics = new Metrics()) {
            metrics.count("ose.sync.objects", objects::get);

            System.gc();
            objects.set(7);

            assertThat(metrics.scrape()).contains("ose_sync_objects_total 7.0");
        }
    }
}
