package dev.ose.server.node;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a node has under way.
 *
 * @param openRequests requests for S3, and for management on listeners of S3, that have not ended
 * @param connections open connections of clients to its S3 listeners
 * @param journalBytes writes that the node accepted and the database lacks; zero except after an outage
 * @param ledgerLag rows contain everything that was written before it; null if rows are written with their write
 */
public record NodeLoad(
        long openRequests,
        long connections,
        long journalBytes,
        @Nullable Duration ledgerLag) {}
