package dev.ose.server.admin;

import dev.ose.server.runtime.telemetry.Metrics;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The metrics as Prometheus reads them, also before database and platform have started. */
@RestController
@Lazy(false)
@Tag(name = "Node")
public class MetricsController {

    private static final String MEDIA_TYPE = "text/plain;version=0.0.4;charset=utf-8";

    private final Metrics metrics;

    public MetricsController(Metrics metrics) {
        this.metrics = metrics;
    }

    @GetMapping(path = "/metrics/prometheus", produces = MEDIA_TYPE)
    @Operation(summary = "Show the metrics of the node as Prometheus reads them")
    String prometheus() {
        return metrics.scrape();
    }
}
