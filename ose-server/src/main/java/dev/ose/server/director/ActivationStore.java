package dev.ose.server.director;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;

/** Stores the one {@link ActivationPolicy} of the provider. Every method blocks on the database. */
public interface ActivationStore {

    /** The policy. */
    Revised<ActivationPolicy> get();

    /** Replaces the policy; fails with {@code Outdated}. */
    void put(ActivationPolicy policy, Expected expected);
}
