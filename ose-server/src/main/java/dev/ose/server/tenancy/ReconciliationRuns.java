package dev.ose.server.tenancy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The run of the reconciliation that nobody asks for: which node is at it, how far it has got. Every method blocks on the database. */
public interface ReconciliationRuns {

    /**
     * Takes the run for so long: the one that is not over, or a new one if the last began longer ago than {@code interval}. Empty
     * if there is nothing to do, or somebody does it.
     */
    Optional<Claim> claim(Duration interval, Duration lease);

    /**
     * Records a page and extends the lease.
     *
     * @return false if somebody else has taken the run meanwhile; then nothing was done
     */
    boolean advance(Claim claim, Page page, Duration lease);

    /** Gives an unfinished run back, to be gone on with after the pause. */
    void postpone(Claim claim, String problem, Duration pause);

    /** The last run, which may be under way; empty if there was none. */
    Optional<Run> last();

    /**
     * A run taken by a node.
     *
     * @param lease tells this claim from others
     * @param after behind whom it goes on; null from the start
     */
    record Claim(long lease, @Nullable UserId after) {}

    /**
     * What a page came to.
     *
     * @param next behind whom the run goes on; null at its end
     */
    record Page(
            int checked, int found, int repaired, @Nullable UserId next) {}

    /**
     * How a run went.
     *
     * @param finishedAt null while it is under way
     * @param problem why it was broken off the last time; empty if it was not
     */
    record Run(
            Instant startedAt, @Nullable Instant finishedAt, long checked, long found, long repaired, String problem) {}
}
