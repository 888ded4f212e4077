package dev.ose.server.node;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The node of this process. Never blocks. */
public interface ThisNode {

    /** What the node states about itself now. */
    NodeReport report(@Nullable Duration clockAhead);

    /**
     * Drains the node, or ends that. A drained node reports that it is not ready and closes each client's connection
     * after its next answer; it still serves every request that it receives.
     */
    void setDrained(boolean isDrained);
}
