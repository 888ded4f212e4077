package dev.ose.server.tenant;

import dev.ose.server.platform.PlatformId;
import java.util.Optional;

/** Finds our user behind the id under which a platform names an owner or grantee. */
public interface OwnerDirectory {

    /** Whom the platform's canonical id stands for. May block for one query; remembers what it found. */
    Optional<Owner> find(PlatformId platform, String platformCanonicalId);

    /** Our user of that id, if it has a counterpart on the platform. May block for one query. */
    Optional<Counterpart> findCounterpart(PlatformId platform, CanonicalId id);

    /** A user as S3 shows it to clients. */
    record Owner(CanonicalId id, String displayName) {}

    /** A user and its canonical id on the platform. */
    record Counterpart(String platformCanonicalId, TenantId tenant, UserId user) {}
}
