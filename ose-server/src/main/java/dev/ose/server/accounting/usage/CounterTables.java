package dev.ose.server.accounting.usage;

import dev.ose.server.bucket.BucketId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The counters and their deltas. Every method blocks on the database; safe for use by several nodes at once. */
public interface CounterTables {

    /**
     * Adds up to {@code limit} deltas to the counters, which does not change what is read of them.
     *
     * @return the number of deltas; less than {@code limit} if none are left but those that other nodes are rolling up
     */
    int rollUp(int limit);

    /** Claims a bucket whose last audit is older than {@code age}; empty if there is none. */
    Optional<Claim> claimAudit(Duration age);

    /**
     * Counts the bucket's rows and repairs the counters if they differ. Takes as long as reading all rows.
     *
     * @return the correction, negative if the counters were too high; empty if the bucket was deleted or claimed again
     *     meanwhile
     */
    Optional<Usage> audit(Claim claim);

    /**
     * A bucket claimed for audit.
     *
     * @param since distinguishes this audit from others of the bucket
     */
    record Claim(BucketId bucket, Instant since) {}
}
