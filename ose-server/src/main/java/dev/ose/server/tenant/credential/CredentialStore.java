package dev.ose.server.tenant.credential;

import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Keeps the rows of credentials, their secrets sealed. Every method blocks on the database. */
public interface CredentialStore {

    /**
     * Writes a new credential.
     *
     * @param draft its times and kind are taken as they are
     * @param requireRoom is told how many the user has but sessions, and no other call meanwhile; what it throws, this throws
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if the tenant has no such user
     */
    void add(TenantId tenant, Credential draft, Secret secretKey, IntConsumer requireRoom);

    /** Writes the user's reserved credential unless there is one; says whether it did. */
    boolean addReserved(TenantId tenant, Credential draft, Secret secretKey);

    /** Writes the credential unless there is one of its key; says whether the user has one of that key now. */
    boolean adopt(TenantId tenant, Credential draft, Secret secretKey);

    /**
     * Writes a new session, and removes those of the user that have ended.
     *
     * @param tokenDigest SHA-256, in hex, of its token
     * @param ofRole whose session it is, and opened by whom; null for one of the user itself
     * @param requireRoom is told how many there are, and no other call meanwhile; what it throws, this throws
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if the tenant has no such user
     */
    void addSession(
            TenantId tenant,
            Credential draft,
            Secret secretKey,
            String tokenDigest,
            @Nullable OfRole ofRole,
            Consumer<Open> requireRoom);

    /**
     * What only a session of a role has.
     *
     * @param role which ends the session with itself
     * @param opener a digest of who opened it
     */
    record OfRole(UUID role, String opener) {}

    /** How many sessions of the user have not ended: of its own, or of the role. */
    Open countSessions(TenantId tenant, UserId user, @Nullable OfRole ofRole);

    /**
     * Sessions that have not ended.
     *
     * @param ofOpener how many of them the same opened; all, if they are the user's own
     */
    record Open(int all, int ofOpener) {}

    /** The tenant's credential of that key. */
    Optional<Credential> find(TenantId tenant, AccessKeyId accessKey);

    /** The user's credentials but sessions, oldest first, at most {@code limit}. */
    List<Credential> list(TenantId tenant, UserId user, int limit);

    /** Fails with {@code NotFound} if the tenant has no such credential. */
    void setStatus(TenantId tenant, AccessKeyId accessKey, Status status);

    /** Puts another secret in place of the present one. Fails with {@code NotFound}. */
    void replaceSecret(TenantId tenant, AccessKeyId accessKey, Secret secretKey);

    /** Deletes the credential if the tenant has it. */
    void delete(TenantId tenant, AccessKeyId accessKey);
}
