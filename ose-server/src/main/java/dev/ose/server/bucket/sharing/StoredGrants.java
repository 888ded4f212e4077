package dev.ose.server.bucket.sharing;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The grantees of a policy or ACL stored on a platform.
 *
 * @param isWhole whether all of them are known to OSE
 */
public record StoredGrants(Set<Grantee> grantees, boolean isWhole) {

    public StoredGrants {
        grantees = Set.copyOf(grantees);
    }

    /** The union of both. */
    StoredGrants and(StoredGrants others) {
        return new StoredGrants(
                Stream.concat(grantees.stream(), others.grantees.stream()).collect(Collectors.toSet()),
                isWhole && others.isWhole);
    }
}
