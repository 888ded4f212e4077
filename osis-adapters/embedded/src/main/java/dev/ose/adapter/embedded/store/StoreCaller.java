package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param owner as whom documents name who began or made something
 * @param account the user behind a verified signature; null for whoever did not sign
 */
public record StoreCaller(StoreOwner owner, @Nullable Account account) {

    /** Whoever did not sign, under the id that S3 has for everybody who does not. */
    public static final StoreCaller ANONYMOUS =
            new StoreCaller(new StoreOwner("65a011a29cdf8ec533ec3d1ccaae921c", "anonymous"), null);

    /** A user of the platform, and of which tenant. */
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
