package dev.ose.server.admin.access.account;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps accounts. Blocks on the database; fails with {@code MetadataUnavailable}. */
public interface AccountStore {

    /** The account of a login: an administrator's name, or {@code user@tenant}. */
    Optional<Account> find(String login);

    /** The account of a tenant's user. */
    Optional<Account> find(TenantId tenant, UserId user);

    /**
     * The account of a user whom an identity provider vouches for, made if there is none.
     *
     * @param role what the provider says, which the user has from then on; null to keep the present one
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if the user was removed meanwhile
     */
    Account federated(User user, @Nullable Role role);

    /**
     * The account of an administrator of the provider whom an identity provider vouches for, made if there is none.
     *
     * @return empty if there is none and its name is taken or may not be one, or if the identity provider was removed,
     *     also if another issuer has its name now
     */
    Optional<Account> federated(FederatedAdministrator administrator);

    /**
     * Ends the sessions and tokens of an administrator whom an identity provider no longer makes one; none if another
     * issuer has the name of the identity provider now.
     */
    void revoke(FederatedAdministrator administrator);

    /** The account of a caller; empty if it has none, like the keeper. */
    Optional<Account> of(AdminCaller caller);

    /**
     * Gives a tenant's user a password, and an account if it has none; ends its sessions.
     *
     * @param mustChange whether it is good for choosing a new one only
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if the tenant has no such user
     */
    void putLogin(TenantId tenant, UserId user, PasswordHash hash, boolean mustChange);

    /** Removes the account of a tenant's user, if there is one, with its sessions, tokens and second factor. */
    void removeLogin(TenantId tenant, UserId user);

    /**
     * Gives an account the password that its owner has chosen; ends its sessions.
     *
     * @param proved the account as it was when its owner proved the password before
     * @return the account as it is now
     * @throws dev.ose.server.runtime.failure.FailureException {@code WrongLogin} if the password was changed meanwhile
     */
    Account changePassword(Account proved, PasswordHash hash);
}
