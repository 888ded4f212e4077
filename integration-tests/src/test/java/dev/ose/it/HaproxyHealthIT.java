package dev.ose.it;

import dev.ose.adapter.Secret;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * HAProxy, with the sample configuration, takes out a node that reports not ready, although it still accepts
 * connections.
 */
final class HaproxyHealthIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final S3Target ANONYMOUS =
            new S3Target(URI.create("http://127.0.0.1"), "nobody", Secret.of("nothing"), null, S3Target.Server.NODE);

    @Test
    void nodeThatIsNotReadyGetsNoRequests() {
        try (HealthStandIn node = new HealthStandIn();
                HealthStandIn health = new HealthStandIn()) {
            LoadBalancer balancer = LoadBalancer.start(LoadBalancer.Kind.HAPROXY, node.port(), health.port());
            try {
                S3Target target = balancer.target(Where.HTTP, ANONYMOUS);
                Ports.await("an answer of the node", LIMIT, () -> status(target) == 404);

                health.ready(false);
                Ports.await("the end of requests", LIMIT, () -> status(target) == 503);

                health.ready(true);
                Ports.await("the return", LIMIT, () -> status(target) == 404);
            } finally {
                balancer.close();
            }
        }
    }

    /** 404 is the node's answer, 503 the load balancer's. */
    private static int status(S3Target target) {
        try (Wire client = Wire.connect(target)) {
            client.write("GET /b/k HTTP/1.1\r\nHost: s3.example.com\r\n\r\n");
            return client.answer("GET").status();
        }
    }
}
