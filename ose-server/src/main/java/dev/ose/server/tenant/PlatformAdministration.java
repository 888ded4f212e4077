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
 * What provisioning needs of a platform's administration. Every method blocks on the platform and, unless it says
 * otherwise, may be repeated. Failures: {@code PlatformUnreachable} (nothing was done), {@code OutcomeUnknown} (repeat it
 * to find out), {@code PlatformRefused}, {@code NotOffered}.
 *
 * <p>A {@link PlatformTenant} has an endpoint only if it is another than the platform's.
 */
public interface PlatformAdministration {

    /** Makes the tenant's counterpart or finds the one made before; our id is its external id. */
    PlatformTenant createTenant(PlatformId platform, TenantId tenant, String name);

    /** The counterpart of a tenant as the platform has it now. */
    Optional<PlatformTenant> findTenant(PlatformId platform, PlatformTenantId tenant);

    /** Makes the user's counterpart or finds the one made before; our id is its external id. */
    PlatformUser createUser(PlatformId platform, PlatformTenantId tenant, User user);

    /** The counterpart as the platform has it now. */
    Optional<PlatformUser> findUser(PlatformId platform, PlatformUserId user);

    /** Lets the counterpart's keys work, or stops them. */
    void setUserActive(PlatformId platform, PlatformUserId user, boolean active);

    /** The counterpart's key pairs, oldest first. */
    List<PlatformKey> listKeys(PlatformId platform, PlatformUserId user);

    /** Makes one more key pair; not to be repeated blindly. */
    PlatformKey createKey(PlatformId platform, PlatformUserId user);

    /** Deletes a key pair if it is there. */
    void deleteKey(PlatformId platform, PlatformUserId user, String accessKey);

    /**
     * Ends the counterpart of a user who owns no buckets, for ever and without a loss, with all its keys, whoever made them; does
     * nothing if it is not there.
     */
    void retireUser(PlatformId platform, PlatformUserId user);

    /** Deletes the counterpart of a user who owns no buckets, if it is there. */
    void deleteUser(PlatformId platform, PlatformUserId user);

    /** Deletes the counterpart of a tenant without users, if it is there. */
    void deleteTenant(PlatformId platform, PlatformTenantId tenant);

    /** The counterpart's buckets by name behind {@code after} (empty from the start), at most {@code limit}. */
    List<PlatformBucket> listBuckets(PlatformId platform, PlatformUserId user, String after, int limit);

    /** Gives the bucket to another counterpart of the same tenant; does nothing if that one owns it already. */
    void giveBucket(PlatformId platform, PlatformUserId from, PlatformUserId to, String bucket);

    /** What the counterpart's buckets hold, as the platform counts it. */
    PlatformUsage usage(PlatformId platform, PlatformUserId user);

    /** Where the platform is looked after in a browser. The address may let in whoever has it. */
    URI console(PlatformId platform);

    /** The same for what is a tenant's. Fails with {@code NotOffered} also if the console is not for tenants. */
    URI console(PlatformId platform, PlatformTenantId tenant);
}
