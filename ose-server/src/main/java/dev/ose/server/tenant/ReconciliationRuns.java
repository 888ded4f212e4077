package dev.ose.server.tenant;

import dev.ose.server.platform.PlatformId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of the scheduled reconciliation: the node that runs it, and its progress. Every method blocks on the
 * database.
 */
public interface ReconciliationRuns {

    /**
     * Claims the run for the duration of the lease: the unfinished one, or a new one if the last began longer ago than
     * {@code interval}. Empty if no run is due, or another node holds the claim.
     */
    Optional<Claim> claim(Duration interval, Duration lease);

    /**
     * Records a page and extends the lease.
     *
     * @return false if another node has claimed the run meanwhile; then nothing was done
     */
    boolean advance(Claim claim, Page page, Duration lease);

    /**
     * Releases an unfinished run, to be continued after the pause.
     *
     * @param problem what the run has waited for since the last page; empty if nothing
     */
    void postpone(Claim claim, String problem, Duration pause);

    /** The last run, finished or not; empty if there was none. */
    Optional<Run> last();

    /**
     * A run claimed by a node.
     *
     * @param lease distinguishes this claim from others
     * @param after the user after which the run continues; null from the start
     * @param skippedPlatforms the platforms that are skipped
     * @param waited how long the run has been waiting
     */
    record Claim(long lease, @Nullable UserId after, Set<PlatformId> skippedPlatforms, Duration waited) {

        public Claim {
            skippedPlatforms = Set.copyOf(skippedPlatforms);
        }
    }

    /**
     * The result of a page.
     *
     * @param next the user after which the run continues; null at its end
     * @param skippedPlatforms the platforms that are skipped from now on
     * @param skipped the number of their users on the page
     */
    record Page(
            int checked,
            int found,
            int repaired,
            @Nullable UserId next,
            Set<PlatformId> skippedPlatforms,
            int skipped) {

        public Page {
            skippedPlatforms = Set.copyOf(skippedPlatforms);
        }
    }

    /**
     * The state of a run.
     *
     * @param finishedAt null while it is under way
     * @param problem why it was last interrupted; empty if it was not
     * @param skippedPlatforms names of the skipped platforms
     * @param skipped the number of their users, which were not compared
     */
    record Run(
            Instant startedAt,
            @Nullable Instant finishedAt,
            long checked,
            long found,
            long repaired,
            String problem,
            List<String> skippedPlatforms,
            long skipped) {

        public Run {
            skippedPlatforms = List.copyOf(skippedPlatforms);
        }
    }
}
