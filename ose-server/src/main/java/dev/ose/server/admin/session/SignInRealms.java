package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.account.FederatedAdministrator;
import dev.ose.server.iam.federation.AdministratorProvider;
import dev.ose.server.iam.federation.AdministratorProviderStore;
import dev.ose.server.iam.federation.AdministratorSignIn;
import dev.ose.server.iam.federation.FederatedSignIn;
import dev.ose.server.iam.federation.FederatedSubject;
import dev.ose.server.iam.federation.SignInClient;
import dev.ose.server.iam.federation.SignInClientStore;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.iam.federation.SignInProtocol.AdministratorOutcome;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The identity providers at which browsers sign in: those of tenants, and those of the provider's administrators. The
 * two never mix: which kind a sign-in is of is decided where it begins. Thread-safe; blocks on the database.
 */
public final class SignInRealms {

    private final SignInClientStore clients;
    private final FederatedSignIn users;
    private final AdministratorProviderStore providers;
    private final AdministratorSignIn administrators;
    private final AccountStore accounts;

    public SignInRealms(
            SignInClientStore clients,
            FederatedSignIn users,
            AdministratorProviderStore providers,
            AdministratorSignIn administrators,
            AccountStore accounts) {
        this.clients = clients;
        this.users = users;
        this.providers = providers;
        this.administrators = administrators;
        this.accounts = accounts;
    }

    /** The names of the identity providers of a tenant, or, with an empty name, of the provider's administrators. */
    List<String> list(String tenantName) {
        return tenantName.isEmpty() ? providers.names() : clients.list(tenantName);
    }

    /** An identity provider of an active tenant, or, with an empty name, of the provider's administrators. */
    Optional<SignInRealm> named(String tenantName, String provider) {
        return tenantName.isEmpty()
                ? providers.find(provider).map(Revised::value).map(OfAdministrators::new)
                : clients.tenant(tenantName)
                        .flatMap(tenant -> clients.find(tenant, provider))
                        .map(OfTenant::new);
    }

    private final class OfTenant implements SignInRealm {

        private final SignInClient client;

        OfTenant(SignInClient client) {
            this.client = client;
        }

        @Override
        public TenantId tenant() {
            return client.provider().tenant();
        }

        @Override
        public String issuer() {
            return client.provider().issuer();
        }

        @Override
        public URI begin(Secret state, SignInProtocol.Attempt attempt) {
            return users.begin(client, state, attempt);
        }

        @Override
        public Finished finish(SignInProtocol.Code code, SignInProtocol.Attempt attempt) {
            return switch (users.finish(client, code, attempt)) {
                case FederatedSignIn.Result.Refused(@Nullable String subject) -> new Finished.Refused(subject);
                case FederatedSignIn.Result.SignedIn(User user, @Nullable Role role) ->
                    new Finished.Proved(accounts.federated(user, role));
            };
        }
    }

    private final class OfAdministrators implements SignInRealm {

        private final AdministratorProvider provider;

        OfAdministrators(AdministratorProvider provider) {
            this.provider = provider;
        }

        @Override
        public @Nullable TenantId tenant() {
            return null;
        }

        @Override
        public String issuer() {
            return provider.issuer();
        }

        @Override
        public URI begin(Secret state, SignInProtocol.Attempt attempt) {
            return administrators.begin(provider, state, attempt);
        }

        @Override
        public Finished finish(SignInProtocol.Code code, SignInProtocol.Attempt attempt) {
            return switch (administrators.finish(provider, code, attempt)) {
                case AdministratorOutcome.Refused _ -> new Finished.Refused(null);
                case AdministratorOutcome.SignedIn(String subject, @Nullable String name, boolean isAdministrator) ->
                    account(
                                    new FederatedAdministrator(provider.name(), provider.issuer(), subject, name),
                                    isAdministrator)
                            .<Finished>map(Finished.Proved::new)
                            .orElseGet(() -> new Finished.Refused(subject));
            };
        }

        private Optional<Account> account(FederatedAdministrator administrator, boolean isAdministrator) {
            if (!FederatedSubject.isUsable(administrator.subject())) {
                return Optional.empty();
            }
            if (!isAdministrator) {
                accounts.revoke(administrator);
                return Optional.empty();
            }
            return accounts.federated(administrator);
        }
    }
}
