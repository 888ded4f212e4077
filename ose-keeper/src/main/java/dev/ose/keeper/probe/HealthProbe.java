package dev.ose.keeper.probe;

import java.io.IOException;
import java.time.Duration;

/** Asks a node whether it lives, and by a signed request whether S3 is served. */
public final class HealthProbe {

    private final Duration patience;
    private final S3Probe s3;

    /** @param patience how long one answer may take */
    public HealthProbe(Duration patience, S3Probe s3) {
        this.patience = patience;
        this.s3 = s3;
    }

    /** Blocks for twice the patience at most. */
    public Health ask(NodeClient node) throws InterruptedException {
        try {
            NodeClient.Answer live = node.get("/health/live", patience);
            return live.isSuccess()
                    ? s3.ask(node, patience)
                    : new Health.Degraded("The node answers " + live.status() + " when asked whether it lives.");
        } catch (IOException e) {
            return new Health.Silent(
                    "The node does not answer on " + node.endpoints().admin() + ".");
        }
    }

    /** Whether the node serves. Blocks for the patience at most. */
    public boolean isReady(NodeClient node) throws InterruptedException {
        try {
            return node.get("/health/ready", patience).isSuccess();
        } catch (IOException e) {
            return false;
        }
    }
}
