package dev.ose.server.s3;

import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.OwnerDirectory;
import java.util.Optional;

/** The one user with different ids on the platform and in OSE. */
final class TestOwners implements OwnerDirectory {

    @Override
    public Optional<Owner> find(PlatformId platform, String platformCanonicalId) {
        return platformCanonicalId.equals("vendor-id")
                ? Optional.of(new Owner(new CanonicalId(S3TestServer.CANONICAL), "alice"))
                : Optional.empty();
    }

    @Override
    public Optional<Counterpart> findCounterpart(PlatformId platform, CanonicalId id) {
        return id.value().equals(S3TestServer.CANONICAL)
                ? Optional.of(new Counterpart("vendor-id", S3TestServer.ALICES, S3TestServer.ALICE_HERSELF))
                : Optional.empty();
    }
}
