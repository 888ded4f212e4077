package dev.ose.server.bucket;

import java.util.Set;

/**
 * Whom a policy or ACL that a platform keeps allows something.
 *
 * @param isWhole whether all of them are somebody here
 */
record KeptGrants(Set<Grantee> grantees, boolean isWhole) {

    KeptGrants {
        grantees = Set.copyOf(grantees);
    }
}
