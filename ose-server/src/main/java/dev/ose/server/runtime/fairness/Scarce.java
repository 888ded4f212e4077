package dev.ose.server.runtime.fairness;

/** Something that is lent to everybody who asks, for a moment; for longer only while there is enough of it. */
public interface Scarce {

    /** Whether all that may be held is, so that what is lent now must be given back before anything is waited for. */
    boolean isUsedUp();
}
