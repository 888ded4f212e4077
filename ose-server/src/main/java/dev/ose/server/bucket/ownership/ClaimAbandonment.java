package dev.ose.server.bucket.ownership;

import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.EndingClaim;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The order in which a claim is given up where owners are admitted to buckets: it is recorded that the claim ends, so
 * that no other creation takes part, whose admission would end with it; the admission ends; then the name is free.
 */
public final class ClaimAbandonment {

    private final BucketStore buckets;
    private final BucketAdmissions admissions;
    private final Turns turns;

    /** @param turns lets a step use the database, when it is its turn */
    public ClaimAbandonment(BucketStore buckets, BucketAdmissions admissions, Turns turns) {
        this.buckets = buckets;
        this.admissions = admissions;
        this.turns = turns;
    }

    /** Runs steps that use the database. */
    @FunctionalInterface
    public interface Turns {

        /** The result of the step. */
        <T> T take(Supplier<T> step);
    }

    /**
     * Gives the claim up. An admission that cannot be ended now leaves it, and it is verified later. Blocks on database
     * and platform.
     *
     * @param begin records that the claim ends; empty if it does not
     */
    public void perform(TenantId tenant, BucketAdmissions.Admission admission, Supplier<Optional<EndingClaim>> begin) {
        Optional<EndingClaim> begun = turns.take(begin);
        if (begun.isPresent()) {
            boolean isEnded = isEnded(admission);
            var _ = turns.take(() -> {
                if (isEnded) {
                    buckets.completeAbandon(tenant, begun.get());
                } else {
                    buckets.cancelAbandon(tenant, begun.get());
                }
                return begun;
            });
        }
    }

    /**
     * Leaves a claim of which the platform said nothing to the next request of the tenant, or to be verified. Blocks on
     * the database.
     *
     * @param begin as that of {@link #perform}
     */
    public void leave(TenantId tenant, Supplier<Optional<EndingClaim>> begin) {
        var _ = turns.take(() -> {
            Optional<EndingClaim> begun = begin.get();
            begun.ifPresent(it -> buckets.cancelAbandon(tenant, it));
            return begun;
        });
    }

    private boolean isEnded(BucketAdmissions.Admission admission) {
        try {
            admissions.end(admission);
            return true;
        } catch (FailureException unavailable) {
            return false;
        }
    }
}
