package dev.ose.keeper.probe;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Probes a node's liveness, and S3 by a signed request. */
public final class HealthProbe {

    /** The reason of a node that an operator drained: nothing fails, and it serves what still reaches it. */
    private static final String DRAINED = "\"reason\":\"DRAINED\"";

    private final Duration patience;
    private final S3Probe s3;
    private final BooleanSupplier asksS3;

    /**
     * @param patience time limit of one response
     * @param asksS3 whether to send signed requests; read before each probe
     */
    public HealthProbe(Duration patience, S3Probe s3, BooleanSupplier asksS3) {
        this.patience = patience;
        this.s3 = s3;
        this.asksS3 = asksS3;
    }

    /** Blocks for at most twice the time limit. Only {@code /health/live} decides whether a node is silent. */
    public Health ask(NodeClient node) throws InterruptedException {
        @Nullable Health dead = life(node);
        if (dead != null) {
            return dead;
        }
        try {
            return asksS3.getAsBoolean() ? s3.ask(node, patience) : readiness(node);
        } catch (IOException e) {
            return new Health.Degraded(
                    "The node is live but does not answer in time: it is busy, or waits for its database or"
                            + " platform.");
        }
    }

    /** Null if the node lives. */
    private @Nullable Health life(NodeClient node) throws InterruptedException {
        String place = node.endpoints().admin();
        try {
            NodeClient.Answer live = node.get("/health/live", patience);
            return switch (live.status()) {
                case 200 -> null;
                case 503 -> new Health.Silent("The node reports on " + place + " that it hangs.", false);
                default -> new Health.Degraded("The node answers " + live.status() + " when asked whether it lives.");
            };
        } catch (IOException e) {
            boolean isRefused = e.getCause() instanceof ConnectException;
            return new Health.Silent(
                    "The node does not " + (isRefused ? "listen" : "answer") + " on " + place + ".", isRefused);
        }
    }

    private Health readiness(NodeClient node) throws IOException, InterruptedException {
        NodeClient.Answer ready = node.get("/health/ready", patience);
        return ready.isSuccess() || ready.body().contains(DRAINED)
                ? new Health.Well()
                : new Health.Degraded("The node answers " + ready.status() + " when asked whether it is ready.");
    }
}
