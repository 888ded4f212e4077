package dev.ose.server.bucket;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;

/** Stores the one policy of the provider. Every method blocks on the database. */
public interface CorsPolicyStore {

    /**
     * The policy. One whose mode this version does not know, which a newer one has set, is {@link
     * CorsPolicy#BUCKET_RULES}, and the operator hears of it.
     */
    Revised<CorsPolicy> get();

    /** Replaces the policy; fails with {@code Outdated}. */
    void put(CorsPolicy policy, Expected expected);
}
