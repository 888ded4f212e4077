package dev.ose.keeper.probe;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Asks a node whether it lives, and by a signed request whether S3 is served. */
public final class HealthProbe {

    private final Duration patience;
    private final S3Probe s3;
    private final BooleanSupplier asksS3;

    /**
     * @param patience how long one answer may take
     * @param asksS3 whether to send signed requests; asked before each
     */
    public HealthProbe(Duration patience, S3Probe s3, BooleanSupplier asksS3) {
        this.patience = patience;
        this.s3 = s3;
        this.asksS3 = asksS3;
    }

    /** Blocks for twice the patience at most. Only what {@code /health/live} says, or does not say, makes a node silent. */
    public Health ask(NodeClient node) throws InterruptedException {
        @Nullable Health dead = life(node);
        if (dead != null) {
            return dead;
        }
        try {
            return asksS3.getAsBoolean() ? s3.ask(node, patience) : readiness(node);
        } catch (IOException e) {
            return new Health.Degraded(
                    "The node lives and does not answer in time: it is busy, or waits for its database or"
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
                case 503 -> new Health.Silent("The node says on " + place + " that it hangs.", false);
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
        return ready.isSuccess()
                ? new Health.Well()
                : new Health.Degraded("The node answers " + ready.status() + " when asked whether it is ready.");
    }
}
