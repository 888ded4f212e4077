package dev.ose.keeper.supervision;

import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeReport;

/** Looks at nodes. */
interface NodeMonitors {

    /** Begins to watch a node; what is seen comes back to the loop. */
    NodeWatch begin(NodeReport.Endpoints endpoints, LaunchTicket launch);

    /** Whether the node answers, and does not know the login of its launch. Blocks for seconds at most. */
    boolean isRefused(NodeReport.Endpoints endpoints, LaunchTicket launch);
}
