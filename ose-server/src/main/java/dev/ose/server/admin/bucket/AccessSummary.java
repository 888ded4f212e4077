package dev.ose.server.admin.bucket;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.access.AccessCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what with a bucket or object.
 *
 * @param key the object; absent for the bucket
 * @param isComplete whether all principals that policy and ACL name are shown
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AccessSummary(@Nullable String key, List<Entry> principals, boolean isComplete) {

    /** Who a principal is. */
    enum Kind {
        OWNER,
        /** Requests without a signature. */
        PUBLIC,
        /** Users of the tenant whom neither policy nor ACL names, nor policies of their own restrict. */
        TENANT,
        /** Named by the bucket's policy, or a canonical id in its ACL. */
        NAMED
    }

    /**
     * What a principal may do.
     *
     * @param principal as in a check of access
     */
    record Entry(Kind kind, String principal, List<Access> access) {}

    /** Whether the principal may perform an action, and why. */
    record Access(String action, AccessCheck.Verdict decision, List<AccessView.Reason> reasons) {}
}
