package dev.ose.server.accounting.usage;

import dev.ose.server.bucket.BucketId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The tables behind the counters. Every method blocks on the database; several nodes may call all of them at once. */
public interface CounterTables {

    /**
     * Adds up to {@code limit} recorded changes to the counters; what is read of the counters stays the same.
     *
     * @return how many; fewer than {@code limit} means that none are left but what others are rolling up
     */
    int rollUp(int limit);

    /** Takes a bucket whose counters were not proven for {@code age}; empty if there is none. */
    Optional<Claim> claimAudit(Duration age);

    /**
     * Counts the bucket's rows and, if the counters say otherwise, repairs them. Takes as long as reading all rows does.
     *
     * @return by how much there is more than the counters said, less than nothing where there is less; empty if the bucket is gone or was taken by somebody else meanwhile
     */
    Optional<Usage> audit(Claim claim);

    /**
     * A bucket taken for audit.
     *
     * @param since tells this audit from others of the bucket
     */
    record Claim(BucketId bucket, Instant since) {}
}
