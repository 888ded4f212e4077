package dev.ose.s3.policy;

/**
 * What comparing one request with policies may cost, since policies are tenants' to write: about a tenth of a second of
 * one processor. Confined to the request's thread.
 */
public final class EvaluationBudget {

    private static final long AFFORDABLE_STEPS = 20_000_000;

    private long spent;

    /** Spends so many steps more; false once it is used up. */
    public boolean spend(long steps) {
        spent += steps;
        return spent <= AFFORDABLE_STEPS;
    }
}
