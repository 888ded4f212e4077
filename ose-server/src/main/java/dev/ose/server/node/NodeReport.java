package dev.ose.server.node;

import dev.ose.server.runtime.lifecycle.NodeState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a node states about itself.
 *
 * @param host its host name, empty if it has none
 * @param s3Address address of its S3 listener, empty while there is none
 * @param isDrained whether it carries out an order to drain
 * @param clockAhead how far its clock is ahead of the database's, negative if it is behind; null until it is known
 * @param certificateEndsAt when the first of the certificates of its listeners ends; null without TLS
 */
public record NodeReport(
        String host,
        String s3Address,
        String adminAddress,
        NodeState.Phase phase,
        boolean isDrained,
        NodeLoad load,
        @Nullable Duration clockAhead,
        @Nullable Instant certificateEndsAt) {}
