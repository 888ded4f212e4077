package dev.ose.server.bucket.sharing;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whom a policy or ACL that a platform keeps allows something.
 *
 * @param isWhole whether all of them are somebody here
 */
public record StoredGrants(Set<Grantee> grantees, boolean isWhole) {

    public StoredGrants {
        grantees = Set.copyOf(grantees);
    }

    /** These and those. */
    StoredGrants and(StoredGrants others) {
        return new StoredGrants(
                Stream.concat(grantees.stream(), others.grantees.stream()).collect(Collectors.toSet()),
                isWhole && others.isWhole);
    }
}
