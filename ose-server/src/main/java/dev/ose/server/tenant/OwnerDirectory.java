package dev.ose.server.tenant;

import dev.ose.server.platform.PlatformId;
import java.util.Optional;

/** Finds the user for the id under which a platform names an owner or grantee. */
public interface OwnerDirectory {

    /** The user with that canonical id on the platform. May block for one query; cached. */
    Optional<Owner> find(PlatformId platform, String platformCanonicalId);

    /** The counterpart of the user with that id, if it has one on the platform. May block for one query. */
    Optional<Counterpart> findCounterpart(PlatformId platform, CanonicalId id);

    /** A user as shown to S3 clients. */
    record Owner(CanonicalId id, String displayName) {}

    /** A user and its canonical id on the platform. */
    record Counterpart(String platformCanonicalId, TenantId tenant, UserId user) {}
}
