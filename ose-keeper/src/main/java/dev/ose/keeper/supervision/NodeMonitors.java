package dev.ose.keeper.supervision;

import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;

/** Probes nodes. */
interface NodeMonitors {

    /** Starts to watch a node; results are passed to the loop. */
    NodeWatch begin(LaunchReport.Endpoints endpoints, LaunchTicket launch);

    /** Whether the node responds but rejects the login of its launch. Blocks for seconds at most. */
    boolean isRefused(LaunchReport.Endpoints endpoints, LaunchTicket launch);
}
