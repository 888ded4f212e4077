package dev.ose.server.runtime.fairness;

/** A pool that always lends for a moment, and for longer only below its limit. */
public interface Scarce {

    /** Whether the limit is reached: what is lent now must be returned before any wait. */
    boolean isUsedUp();
}
