package dev.ose.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {

    private final Metrics metrics = new Metrics();
    private final RequestMetrics requests = new RequestMetrics(metrics.registry());

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void requestsAreCountedByOperationAndOutcome() {
        requests.record(summary("GetObject", 200));
        requests.record(summary("GetObject", 206));
        requests.record(summary("GetObject", 404));
        requests.record(summary("PutObject", 503));
        requests.record(summary("PutObject", 0));

        assertThat(metrics.scrape())
                .contains("ose_s3_requests_seconds_count{operation=\"GetObject\",outcome=\"success\"} 2")
                .contains("ose_s3_requests_seconds_count{operation=\"GetObject\",outcome=\"refused\"} 1")
                .contains("ose_s3_requests_seconds_count{operation=\"PutObject\",outcome=\"failed\"} 1")
                .contains("ose_s3_requests_seconds_count{operation=\"PutObject\",outcome=\"cut\"} 1")
                .contains("ose_s3_received_bytes_total 50.0")
                .contains("ose_s3_sent_bytes_total 100.0");
    }

    @Test
    void nothingThatTellsWhoAskedForWhatIsATag() {
        requests.record(summary("GetObject", 200));

        assertThat(metrics.scrape())
                .doesNotContain("tenant-1")
                .doesNotContain("AKEY")
                .doesNotContain("/photos/cat")
                .doesNotContain("192.0.2.1");
    }

    @Test
    void bugsAreCounted() {
        requests.recordBug("r1", new IllegalStateException("broken"));

        assertThat(metrics.scrape()).contains("ose_s3_bugs_total 1.0");
    }

    private static RequestSummary summary(String operation, int status) {
        return new RequestSummary(
                "r1",
                new RequestSummary.Client("192.0.2.1", "tenant-1", "AKEY"),
                operation,
                "GET",
                "/photos/cat",
                status,
                new RequestSummary.Cost(10, 20, 1_000_000, 500_000),
                null);
    }
}
