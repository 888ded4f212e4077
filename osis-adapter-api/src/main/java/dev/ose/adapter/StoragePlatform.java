package dev.ose.adapter;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The administrative side of one storage platform, as its vendor implements it.
 *
 * <p>Every method may block for as long as the platform takes, is safe to call from many threads, and is idempotent:
 * repeating a call that succeeded, or whose outcome the caller never learnt, leaves the platform as one call would.
 * Failures are {@link PlatformException}s; anything else an implementation throws is treated as a bug of the adapter.
 *
 * <p>The platform chooses its own identifiers. The caller gives an external id (its own) that the adapter must be able
 * to find again, so that a crash between the platform's answer and the caller's note of it never makes a twin.
 */
public interface StoragePlatform extends AutoCloseable {

    /** Describes the platform and its S3 endpoint. Does not block. */
    PlatformInfo info();

    /**
     * Asks the platform whether it answers and takes orders from us.
     *
     * @throws PlatformException of kind {@code UNAVAILABLE} if it cannot be reached, {@code REJECTED} if it refuses our
     *     login or lets us do less than we need
     */
    void checkAccess();

    /** Creates the tenant, or returns the one that already carries {@link TenantRequest#externalId()}. */
    PlatformTenant createTenant(TenantRequest request);

    /** Finds the tenant by the platform's own id. */
    Optional<PlatformTenant> findTenant(PlatformTenantId tenant);

    /**
     * Deletes a tenant that owns no users. Deleting one that does not exist does nothing.
     *
     * @throws PlatformException of kind {@code REJECTED} while the tenant owns users
     */
    void deleteTenant(PlatformTenantId tenant);

    /**
     * Creates the user in its tenant, or returns the one that already carries {@link UserRequest#externalId()}. A
     * platform may give a new user a first key pair, which {@link #listKeys} returns like any other.
     *
     * @throws PlatformException of kind {@code NOT_FOUND} if the tenant does not exist
     */
    PlatformUser createUser(UserRequest request);

    /** Finds the user by the platform's own id. */
    Optional<PlatformUser> findUser(PlatformUserId user);

    /**
     * Lets the user's keys work, or stops them without touching the user's data.
     *
     * @throws PlatformException of kind {@code NOT_FOUND} if the user does not exist
     */
    void setUserActive(PlatformUserId user, boolean active);

    /**
     * Deletes a user and its keys, never its buckets. Deleting one that does not exist does nothing.
     *
     * @throws PlatformException of kind {@code REJECTED} while the user owns buckets, if the platform cannot keep a
     *     bucket without its owner
     */
    void deleteUser(PlatformUserId user);

    /**
     * Ends a user forever who owns no buckets: its key pairs are deleted, also those that {@link #listKeys} leaves
     * out, unless the platform keeps one by its own rule, and it never acts again, with that one neither. What it wrote
     * into the buckets of others stays as it is. A platform where objects belong to their buckets may delete the user;
     * elsewhere it is kept, suspended, as the owner of what it wrote. Ending one that does not exist does nothing.
     */
    default void retireUser(PlatformUserId user) {
        if (findUser(user).isPresent()) {
            setUserActive(user, false);
            listKeys(user).forEach(key -> deleteKey(user, key.accessKey()));
        }
    }

    /**
     * Creates one more S3 key pair of the user. The only method that is not idempotent: each call adds a pair, or
     * replaces the only one on a platform with {@link Quirk#ONE_KEY_PER_USER}.
     *
     * @throws PlatformException of kind {@code NOT_FOUND} if the user does not exist
     */
    PlatformKey createKey(PlatformUserId user);

    /** The user's key pairs, stopped ones and secrets included, oldest first; none if the user does not exist. */
    List<PlatformKey> listKeys(PlatformUserId user);

    /**
     * Lets a key pair work, or stops it, which {@link #listKeys} then reports. Needs {@link Capability#KEY_STATUS}.
     *
     * @throws PlatformException of kind {@code NOT_FOUND} if the user has no such key pair
     */
    default void setKeyActive(PlatformUserId user, String accessKey, boolean active) {
        throw PlatformException.notImplemented("key pairs that are stopped");
    }

    /** Deletes the key pair. Deleting one that does not exist does nothing. */
    void deleteKey(PlatformUserId user, String accessKey);

    /**
     * Lets the user create this bucket over S3 and use it, on a platform whose users reach no other buckets than those
     * that its administration admits them to; does nothing elsewhere. The caller sees to it that no two users are
     * admitted to a bucket at once.
     *
     * @return false if there is such a bucket and it is not the user's: nothing was changed then
     * @throws PlatformException of kind {@code NOT_FOUND} if the user does not exist; {@code REJECTED} if the platform
     *     refuses, so that nothing is known of the bucket
     */
    default boolean admitToBucket(PlatformUserId user, String bucket) {
        return true;
    }

    /** Takes back what {@link #admitToBucket} gave, unless there is such a bucket. */
    default void releaseBucket(PlatformUserId user, String bucket) {}

    /**
     * What the user's buckets hold, as the platform counts it at this moment. Needs {@link Capability#USAGE}.
     *
     * @throws PlatformException of kind {@code NOT_FOUND} if the user does not exist
     */
    default PlatformUsage usage(PlatformUserId user) {
        throw PlatformException.notImplemented("usage of users");
    }

    /**
     * The user's buckets by name in byte order: those behind {@code after} (empty from the start), at most {@code
     * limit}. None if the user does not exist. Needs {@link Capability#BUCKET_LISTS}.
     */
    default List<PlatformBucket> listBuckets(PlatformUserId user, String after, int limit) {
        throw PlatformException.notImplemented("lists of buckets");
    }

    /**
     * Gives a bucket and what is in it to another user of the same tenant. Does nothing if that one owns it already.
     * Needs {@link Capability#BUCKET_TRANSFERS}.
     *
     * @throws PlatformException of kind {@code NOT_FOUND} if neither owns such a bucket; {@code REJECTED} if the
     *     platform cannot give away what is in it, with what its administrator has to do
     */
    default void transferBucket(PlatformUserId from, PlatformUserId to, String bucket) {
        throw PlatformException.notImplemented("another owner of a bucket");
    }

    /**
     * Where its administrator looks after the platform in a browser: an absolute http or https address, which may grant
     * access by itself and so must not be stored. Needs {@link Capability#CONSOLE}.
     */
    default URI console() {
        throw PlatformException.notImplemented("a console");
    }

    /**
     * Where those of a tenant look after what is theirs, likewise. Needs {@link Capability#CONSOLE}.
     *
     * @throws PlatformException of kind {@code NOT_FOUND} if the tenant does not exist; {@code NOT_IMPLEMENTED} if the
     *     console is not for tenants
     */
    default URI console(PlatformTenantId tenant) {
        throw PlatformException.notImplemented("a console");
    }

    /** As whom the platform's S3 answers name callers without a signature. Needs {@link Capability#ANONYMOUS_ID}. */
    default PlatformPrincipal anonymousUser() {
        throw PlatformException.notImplemented("an id of anonymous callers");
    }

    /** The canonical id to which access logs are granted for delivery. Needs {@link Capability#LOG_DELIVERY_ID}. */
    default String logDeliveryId() {
        throw PlatformException.notImplemented("an id of log delivery");
    }

    /**
     * How much the platform as a whole can store, as it reports at this moment; empty if it does not report that. Asked
     * for every few minutes.
     */
    default Optional<PlatformCapacity> capacity() {
        return Optional.empty();
    }

    /**
     * Whether the platform serves the tenant at the moment, as far as it reports that.
     *
     * @throws PlatformException of kind {@code NOT_FOUND} if the platform reports this and has no such tenant
     */
    default TenantHealth tenantHealth(PlatformTenantId tenant) {
        return TenantHealth.NOT_APPLICABLE;
    }

    /**
     * How bucket policies name its tenants and users; empty if it has no policies, or if the names are unknown. Without
     * it OSE takes only policies whose principal is {@code *}. Does not block.
     */
    default Optional<PrincipalNames> principalNames() {
        return Optional.empty();
    }

    /**
     * How it would decide about a request at present; nothing of the request is performed. Needs {@link
     * Capability#EXPLAINS_ACCESS}.
     *
     * @throws PlatformException of kind {@code REJECTED} if the target is none of S3
     */
    default AccessAnswer explain(AccessQuestion question) {
        throw PlatformException.notImplemented("explanations of its decisions");
    }

    /**
     * Begins to report changes that the platform makes by itself, those before this call included. Called at most once,
     * before {@link #close}; does not block. A platform that cannot report them never calls the listener.
     */
    default void reportOwnChanges(OwnChangeListener listener) {}

    /** Releases connections and threads of the adapter; the platform itself goes on unless the adapter runs it. */
    @Override
    void close();
}
