package dev.ose.server.tenant;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformId;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The administration of platforms, as needed for provisioning. Every method blocks on the platform and, unless stated
 * otherwise, may be repeated. Failures: {@code PlatformUnreachable} (nothing was done), {@code OutcomeUnknown} (repeat
 * the call to find out), {@code PlatformRefused}, {@code NotOffered}.
 *
 * <p>A {@link PlatformTenant} has an endpoint only if it differs from the platform's.
 *
 * <p>Not the adapter's interface itself: this one speaks of users and roles of OSE, lists only keys that can be signed
 * with, refuses endpoints without TLS, and turns exceptions of adapters into failures, once for all that call it.
 */
public interface PlatformAdministration {

    /** Creates the tenant's counterpart or finds an existing one; the tenant's id is its external id. */
    PlatformTenant createTenant(PlatformId platform, TenantId tenant, String name);

    /** The present state of a tenant's counterpart. */
    Optional<PlatformTenant> findTenant(PlatformId platform, PlatformTenantId tenant);

    /** Creates the user's counterpart or finds an existing one; the user's id is its external id. */
    PlatformUser createUser(PlatformId platform, PlatformTenantId tenant, User user);

    /** The present state of a user's counterpart. */
    Optional<PlatformUser> findUser(PlatformId platform, PlatformUserId user);

    /** Activates or suspends the counterpart. */
    void setUserActive(PlatformId platform, PlatformUserId user, boolean active);

    /** The counterpart's key pairs, oldest first. */
    List<PlatformKey> listKeys(PlatformId platform, PlatformUserId user);

    /** Creates another key pair; not idempotent. */
    PlatformKey createKey(PlatformId platform, PlatformUserId user);

    /** Deletes a key pair; does nothing if it does not exist. */
    void deleteKey(PlatformId platform, PlatformUserId user, String accessKey);

    /**
     * Retires the counterpart of a user who owns no buckets, permanently and without data loss, with all its keys,
     * including those not created by OSE; does nothing if it does not exist.
     */
    void retireUser(PlatformId platform, PlatformUserId user);

    /** Deletes the counterpart of a user who owns no buckets; does nothing if it does not exist. */
    void deleteUser(PlatformId platform, PlatformUserId user);

    /** Deletes the counterpart of a tenant without users; does nothing if it does not exist. */
    void deleteTenant(PlatformId platform, PlatformTenantId tenant);

    /** The counterpart's buckets by name, after {@code after} (empty from the start), at most {@code limit}. */
    List<PlatformBucket> listBuckets(PlatformId platform, PlatformUserId user, String after, int limit);

    /** Transfers the bucket to another counterpart of the same tenant; does nothing if that owns it already. */
    void transferBucket(PlatformId platform, PlatformUserId from, PlatformUserId to, String bucket);

    /**
     * Lets the counterpart create the bucket and use it, on a platform that asks for that; does nothing elsewhere.
     *
     * @return false if the platform has the bucket and it is not the counterpart's
     */
    boolean admitToBucket(PlatformId platform, PlatformUserId user, String bucket);

    /** Takes back what {@link #admitToBucket} gave, unless the platform has the bucket. */
    void releaseBucket(PlatformId platform, PlatformUserId user, String bucket);

    /** The usage of the counterpart's buckets, as the platform counts it. */
    PlatformUsage usage(PlatformId platform, PlatformUserId user);

    /** The URL of the platform's console. It may contain a login token. */
    URI console(PlatformId platform);

    /** The console of one tenant. Fails with {@code NotOffered} also if the console is not for tenants. */
    URI console(PlatformId platform, PlatformTenantId tenant);
}
