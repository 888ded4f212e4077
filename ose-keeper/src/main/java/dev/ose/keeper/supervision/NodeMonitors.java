package dev.ose.keeper.supervision;

import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeReport;

/** Probes nodes. */
interface NodeMonitors {

    /** Starts to watch a node; results are passed to the loop. */
    NodeWatch begin(NodeReport.Endpoints endpoints, LaunchTicket launch);

    /** Whether the node responds but rejects the login of its launch. Blocks for seconds at most. */
    boolean isRefused(NodeReport.Endpoints endpoints, LaunchTicket launch);
}
