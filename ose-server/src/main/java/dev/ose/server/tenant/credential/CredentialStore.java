package dev.ose.server.tenant.credential;

import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Stores credentials, with sealed secrets. Every method blocks on the database. */
public interface CredentialStore {

    /**
     * Inserts a credential.
     *
     * @param draft its times and kind are stored unchanged
     * @param requireRoom called with the user's number of credentials without sessions, serialized for the user; its
     *     exceptions are passed on
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if the tenant has no such user
     */
    void add(TenantId tenant, Credential draft, Secret secretKey, IntConsumer requireRoom);

    /** Inserts the user's reserved credential unless it exists; returns whether it was inserted. */
    boolean addReserved(TenantId tenant, Credential draft, Secret secretKey);

    /** Inserts the credential unless its access key exists; returns whether the user has that access key now. */
    boolean adopt(TenantId tenant, Credential draft, Secret secretKey);

    /**
     * Inserts a session, and deletes the user's expired ones.
     *
     * @param tokenDigest SHA-256, in hex, of its token
     * @param parent what the session ends with beside its user; null for nothing
     * @param requireRoom called with the number of open sessions, serialized for the user; its exceptions are passed on
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if the tenant has no such user, or if
     *     the parent has ended
     */
    void addSession(
            TenantId tenant,
            Credential draft,
            Secret secretKey,
            String tokenDigest,
            @Nullable Parent parent,
            Consumer<Open> requireRoom);

    /** What a session ends with. */
    sealed interface Parent permits OfRole, OfLogin {}

    /**
     * A session of the user at the management API.
     *
     * @param session its id
     */
    record OfLogin(UUID session) implements Parent {}

    /**
     * Properties of a session of a role.
     *
     * @param role the id of the role; its deletion ends the session
     * @param principal a digest that identifies the principal
     */
    record OfRole(UUID role, String principal) implements Parent {}

    /** The number of open sessions: of the user itself, or of the role. */
    Open countSessions(TenantId tenant, UserId user, @Nullable OfRole ofRole);

    /**
     * A number of open sessions.
     *
     * @param ofPrincipal the number with the same principal; all, for sessions of the user itself
     */
    record Open(int all, int ofPrincipal) {}

    /** The tenant's credential with that access key. */
    Optional<Credential> find(TenantId tenant, AccessKeyId accessKey);

    /** The user's reserved credential; empty if the tenant has no such user. */
    Optional<Credential> findReserved(TenantId tenant, UserId user);

    /** The tenant's credential with that access key, as lists show it. */
    Optional<Revised<ShownCredential>> show(TenantId tenant, AccessKeyId accessKey);

    /**
     * Replaces the terms of a credential. Fails with {@code NotFound}, {@code Outdated}, {@code AlreadyExists} (the
     * name).
     *
     * @param change called with the credential, serialized for its user; its exceptions are passed on
     */
    void edit(TenantId tenant, AccessKeyId accessKey, Expected expected, Function<Credential, CredentialTerms> change);

    /**
     * Adds a credential that takes the place of another of its user. Fails with {@code NotFound}.
     *
     * @param succession called with the other one, serialized for its user; its exceptions are passed on
     * @param requireRoom as in {@link #add}
     */
    Succession replace(
            TenantId tenant,
            AccessKeyId accessKey,
            Secret secretKey,
            Function<Credential, Succession> succession,
            IntConsumer requireRoom);

    /**
     * A credential that takes the place of another.
     *
     * @param former the other one, with its new terms
     */
    record Succession(Credential former, Credential successor) {}

    /** The user's credentials without sessions, oldest first, at most {@code limit}. */
    List<Credential> list(TenantId tenant, UserId user, int limit);

    /** Fails with {@code NotFound} if the tenant has no such credential. */
    void setStatus(TenantId tenant, AccessKeyId accessKey, Status status);

    /** Deletes the credential; does nothing if the tenant has no such credential. */
    void delete(TenantId tenant, AccessKeyId accessKey);
}
