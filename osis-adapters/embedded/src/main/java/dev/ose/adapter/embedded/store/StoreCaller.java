package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request.
 *
 * @param owner the caller as owner or initiator in documents
 * @param account the user of the verified signature; null for an anonymous caller
 */
public record StoreCaller(StoreOwner owner, @Nullable Account account) {

    /** The anonymous caller, with the canonical id that S3 defines for it. */
    public static final StoreCaller ANONYMOUS =
            new StoreCaller(new StoreOwner("65a011a29cdf8ec533ec3d1ccaae921c", "anonymous"), null);

    /** A user of the platform and its tenant. */
    public record Account(PlatformTenantId tenant, PlatformUserId user) {}

    /** The account, or {@code AccessDenied}. */
    public Account requireAccount() {
        if (account == null) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
        }
        return account;
    }

    /** Whether this is a user of the tenant. */
    public boolean isOf(PlatformTenantId tenant) {
        return account != null && account.tenant().equals(tenant);
    }
}
