package dev.ose.server.director;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.token.TokenScope;
import dev.ose.server.director.RoleRules.Verdict;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.User;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes callers of the bearers of access tokens of Cloud Director. A token is worth what a personal token is: it makes
 * no passwords and tokens, which would last longer than the user does there. Blocks on Cloud Director and the database.
 * Thread-safe.
 */
public final class DirectorSignIn {

    /** No account and no user of a tenant has a name with a colon. */
    private static final String PROVIDER_PREFIX = "director:";

    private final DirectorTokens tokens;
    private final RoleRules rules;
    private final DirectorUsers users;
    private final AccountStore accounts;

    public DirectorSignIn(DirectorTokens tokens, RoleRules rules, DirectorUsers users, AccountStore accounts) {
        this.tokens = tokens;
        this.rules = rules;
        this.users = users;
        this.accounts = accounts;
    }

    /** A caller, and what its token is good for. */
    public record SignedIn(AdminCaller caller, TokenScope scope) {}

    /**
     * The caller whose token that is.
     *
     * @param origin to which refused tokens are accounted
     * @param context the organisation that the caller says it acts for; null if it says none. Only the provider acts
     *     for another one than its own, and only in a tenant that admits it
     * @param creations carries out what the request creates
     * @throws FailureException of {@link DirectorTokens}; {@code RightMissing}; {@code TenantNotActivated}; {@code
     *     NotAllowed} (the context); {@code CallerDisabled}; what the creation of a user fails with
     */
    public SignedIn signIn(Secret token, Object origin, @Nullable String context, Creations creations) {
        DirectorSession session = tokens.session(token, origin);
        AdminRole role =
                switch (rules.verdict(session.organisation(), tokens.rights(session, token))) {
                    case Verdict.Granted(AdminRole granted) -> granted;
                    case Verdict.Missing(String right) -> throw new FailureException(new Failure.RightMissing(right));
                };
        Optional<OrganisationId> other = other(session, context);
        if (role == AdminRole.PROVIDER_ADMIN) {
            return provider(session, other);
        }
        if (other.isPresent()) {
            throw notAllowed("requests for another organisation");
        }
        return member(
                users.user(session, creations), role == AdminRole.TENANT_ADMIN ? Role.TENANT_ADMIN : Role.TENANT_USER);
    }

    /** The organisation of the context, unless it is the user's own. */
    private static Optional<OrganisationId> other(DirectorSession session, @Nullable String context) {
        if (context == null) {
            return Optional.empty();
        }
        OrganisationId named = OrganisationId.parse(context)
                .orElseThrow(() -> notAllowed("requests for an organisation that is not named by its UUID"));
        return Optional.of(named).filter(id -> !id.equals(session.organisation().id()));
    }

    private SignedIn provider(DirectorSession session, Optional<OrganisationId> other) {
        AdminCaller caller =
                new AdminCaller.Provider(PROVIDER_PREFIX + session.user().name());
        if (other.isEmpty()) {
            return new SignedIn(caller, new TokenScope(false, null));
        }
        Tenant tenant = users.tenant(other.get());
        if (tenant.providerAccess() == ProviderAccess.DISALLOW) {
            throw notAllowed("requests in this tenant, which does not admit the provider");
        }
        return new SignedIn(caller, new TokenScope(false, tenant.id()));
    }

    private SignedIn member(User user, Role role) {
        Optional<Account> present = accounts.find(user.tenant(), user.id());
        // Before anything is written for the caller.
        present.ifPresent(DirectorSignIn::requireActive);
        if (user.status() != Status.ACTIVE) {
            throw new FailureException(new Failure.CallerDisabled());
        }
        Account account = present.filter(known -> hasRole(known, role)).orElseGet(() -> accounts.federated(user, role));
        requireActive(account);
        return new SignedIn(account.caller(), new TokenScope(false, null));
    }

    private static void requireActive(Account account) {
        if (!account.isActive()) {
            throw new FailureException(new Failure.CallerDisabled());
        }
    }

    private static boolean hasRole(Account account, Role role) {
        return account.caller() instanceof AdminCaller.Member member && member.tenantRole() == role;
    }

    private static FailureException notAllowed(String what) {
        return new FailureException(new Failure.NotAllowed(what));
    }
}
