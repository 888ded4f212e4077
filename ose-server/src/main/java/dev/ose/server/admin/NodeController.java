package dev.ose.server.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.node.KnownNode;
import dev.ose.server.node.NodeReport;
import dev.ose.server.node.NodeReports;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** All nodes of the cluster in the admin API; any node answers for all of them. */
@RestController
@RequestMapping("/api/v1/admin/nodes")
@Tag(name = "Node")
public class NodeController {

    private final NodeReports reports;
    private final ListReader lists;

    public NodeController(NodeReports reports, ListReader lists) {
        this.reports = reports;
        this.lists = lists;
    }

    /**
     * A node that is alive or was within a day. Without {@code report} if its build sends none.
     *
     * @param name random, the same for each start on the same data directory
     * @param state {@code LOST} if it neither stopped in order nor reached the database within 15 seconds; {@code
     *     UNKNOWN} if it is alive and of a build that reports nothing more
     * @param lastSeenAt when it last reached the database
     * @param drainedAt when it was ordered to drain
     * @param drainedBy who ordered that
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record NodeView(
            String name,
            String version,
            KnownNode.State state,
            Instant startedAt,
            Instant lastSeenAt,
            @Nullable Instant drainedAt,
            @Nullable String drainedBy,
            @Nullable ReportView report) {

        static NodeView of(KnownNode node) {
            KnownNode.@Nullable Drain drain = node.drain();
            @Nullable NodeReport report = node.report();
            return new NodeView(
                    node.name(),
                    node.version(),
                    node.state(),
                    node.startedAt(),
                    node.lastSeenAt(),
                    drain == null ? null : drain.at(),
                    drain == null ? null : drain.by(),
                    report == null ? null : ReportView.of(report));
        }
    }

    /**
     * The last report of a node, not older than two seconds while it is alive.
     *
     * @param host empty if the machine has no name
     * @param addresses where its listeners answer
     * @param openRequests requests that have not ended, this one included if that node answers it for S3
     * @param connections open connections of clients of S3
     * @param journalBytes writes that the database lacks after an outage
     * @param ledgerLagMillis rows contain all that was written before it; absent if rows are written at once
     * @param clockAheadMillis how far its clock is ahead of the database's; negative if it is behind
     * @param certificateEndsAt when the first certificate of its listeners ends; absent without TLS
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ReportView(
            String host,
            Addresses addresses,
            long openRequests,
            long connections,
            long journalBytes,
            @Nullable Long ledgerLagMillis,
            @Nullable Long clockAheadMillis,
            @Nullable Instant certificateEndsAt) {

        static ReportView of(NodeReport report) {
            return new ReportView(
                    report.host(),
                    new Addresses(report.s3Address(), report.adminAddress()),
                    report.load().openRequests(),
                    report.load().connections(),
                    report.load().journalBytes(),
                    millis(report.load().ledgerLag()),
                    millis(report.clockAhead()),
                    report.certificateEndsAt());
        }

        private static @Nullable Long millis(@Nullable Duration time) {
            return time == null ? null : time.toMillis();
        }
    }

    /** The addresses of a node's listeners; empty while one is not open. */
    record Addresses(String s3, String admin) {}

    @GetMapping
    @Operation(
            summary = "List the nodes that are alive or were within a day",
            description = "Filter and order take name, host, version, state, startedAt, lastSeenAt, openRequests and"
                    + " connections.")
    Page<NodeView> list(@ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.NODES);
        return ListPart.page(query, lists.nodes(query), NodeView::of);
    }

    @GetMapping("/{node}")
    @Operation(summary = "Show a node")
    NodeView get(@PathVariable String node) {
        return NodeView.of(reports.get(name(node)));
    }

    @PostMapping("/{node}/drain")
    @Operation(
            summary = "Take a node out of service without a stop",
            description =
                    "Within two seconds the node reports that it is not ready, with the reason DRAINED, and closes"
                            + " each connection after its next answer. It serves requests that it still receives. Ends"
                            + " with resume, or when the node stops or starts again.")
    NodeView drain(@PathVariable String node) {
        return NodeView.of(reports.order(name(node), true, Logins.caller().getName()));
    }

    @PostMapping("/{node}/resume")
    @Operation(summary = "Put a drained node into service again; no change if it is not drained")
    NodeView resume(@PathVariable String node) {
        return NodeView.of(reports.order(name(node), false, Logins.caller().getName()));
    }

    private static String name(String text) {
        return Input.id("node", text).toString();
    }
}
