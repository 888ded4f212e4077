package dev.ose.server.tenancy;

import java.util.Optional;

/** Finds our user behind the id under which a platform names an owner or grantee. */
public interface OwnerDirectory {

    /** Whom the platform's canonical id stands for. May block for one query; remembers what it found. */
    Optional<Owner> find(PlatformId platform, String platformCanonicalId);

    /** The platform's canonical id of our user of that id. May block for one query. */
    Optional<String> findPlatformId(PlatformId platform, CanonicalId id);

    /** A user as S3 shows it to clients. */
    record Owner(CanonicalId id, String displayName) {}
}
