package dev.ose.server.tenant;

import dev.ose.server.platform.PlatformId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /**
     * Gives an unfinished run back, to be gone on with after the pause.
     *
     * @param problem what is waited for since the last page; empty if nothing is
     */
    void postpone(Claim claim, String problem, Duration pause);

    /** The last run, which may be under way; empty if there was none. */
    Optional<Run> last();

    /**
     * A run taken by a node.
     *
     * @param lease tells this claim from others
     * @param after behind whom it goes on; null from the start
     * @param passedOver the platforms that it does without
     * @param waited for how long it has been waiting
     */
    record Claim(long lease, @Nullable UserId after, Set<PlatformId> passedOver, Duration waited) {

        public Claim {
            passedOver = Set.copyOf(passedOver);
        }
    }

    /**
     * What a page came to.
     *
     * @param next behind whom the run goes on; null at its end
     * @param passedOver the platforms that the run does without from now on
     * @param skipped how many of their users the page had
     */
    record Page(
            int checked, int found, int repaired, @Nullable UserId next, Set<PlatformId> passedOver, int skipped) {

        public Page {
            passedOver = Set.copyOf(passedOver);
        }
    }

    /**
     * How a run went.
     *
     * @param finishedAt null while it is under way
     * @param problem why it was broken off the last time; empty if it was not
     * @param passedOver names of the platforms that it did without
     * @param skipped how many of their users were not compared
     */
    record Run(
            Instant startedAt,
            @Nullable Instant finishedAt,
            long checked,
            long found,
            long repaired,
            String problem,
            List<String> passedOver,
            long skipped) {

        public Run {
            passedOver = List.copyOf(passedOver);
        }
    }
}
