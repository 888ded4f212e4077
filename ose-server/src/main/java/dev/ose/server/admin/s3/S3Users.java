package dev.ose.server.admin.s3;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.IdentityDirectory;
import java.net.InetAddress;

/**
 * The users of S3 that callers of the management API are: those of their reserved credential, with the same policies,
 * quotas and platform key as their own signed requests. Blocks on the database. Thread-safe.
 */
public final class S3Users {

    private final Credentials credentials;
    private final IdentityDirectory identities;

    public S3Users(Credentials credentials, IdentityDirectory identities) {
        this.credentials = credentials;
        this.identities = identities;
    }

    /**
     * The user that the caller is.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Unauthenticated} if it is none of a tenant, or has
     *     no key on the platform yet; {@code MetadataUnavailable}
     */
    Identity of(AdminCaller caller, InetAddress client) {
        return switch (caller) {
            case AdminCaller.Member member ->
                credentials
                        .reserved(member.tenant(), member.user())
                        .flatMap(reserved -> Futures.await(identities.find(reserved.accessKey(), client)))
                        .orElseThrow(S3Refusals::unfinishedUser);
            case AdminCaller.Provider _, AdminCaller.Anonymous _ -> throw S3Refusals.noUser();
        };
    }
}
