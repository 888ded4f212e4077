package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.keyring.Keyring;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.database.Database;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.federation.AdministratorProviderStore;
import dev.ose.server.iam.federation.AdministratorSignIn;
import dev.ose.server.iam.federation.FederatedSignIn;
import dev.ose.server.iam.federation.FederatedUserStore;
import dev.ose.server.iam.federation.IdentityProviderStore;
import dev.ose.server.iam.federation.JitUserProvisioning;
import dev.ose.server.iam.federation.SignInClientStore;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.iam.federation.TokenVerifier;
import dev.ose.server.iam.federation.WebIdentities;
import dev.ose.server.iam.jdbc.JdbcAdministratorProviderStore;
import dev.ose.server.iam.jdbc.JdbcFederatedUserStore;
import dev.ose.server.iam.jdbc.JdbcIdentityProviderStore;
import dev.ose.server.iam.jdbc.JdbcSignInClientStore;
import dev.ose.server.iam.oidc.JoseTokenVerifier;
import dev.ose.server.iam.oidc.OidcSignIn;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.Roles;
import dev.ose.server.tenant.credential.UserPolicies;
import dev.ose.server.tenant.jdbc.JdbcAssumableRoleStore;
import dev.ose.server.tenant.jdbc.JdbcUserPolicyStore;
import java.time.Clock;
import org.springframework.context.annotation.Bean;

/** IAM and STS: policies, roles, and tokens of other issuers. */
@ControlPlane
class IamConfiguration {

    @Bean
    UserPolicies userPolicies(Database database) {
        return new UserPolicies(new JdbcUserPolicyStore(database));
    }

    @Bean
    Roles roles(Database database, Clock clock) {
        return new Roles(new JdbcAssumableRoleStore(database), clock);
    }

    @Bean
    IdentityProviderStore identityProviderStore(Database database) {
        return new JdbcIdentityProviderStore(database);
    }

    @Bean
    JoseTokenVerifier tokenVerifier(Configuration configuration, Clock clock) {
        return new JoseTokenVerifier(ConfiguredRoutes.of(configuration), clock);
    }

    @Bean
    FederatedUserStore federatedUserStore(Database database) {
        return new JdbcFederatedUserStore(database);
    }

    @Bean
    JitUserProvisioning jitUserProvisioning(FederatedUserStore users, Provisioning provisioning) {
        return new JitUserProvisioning(users, provisioning);
    }

    @Bean
    SignInClientStore signInClientStore(Database database, Keyring keyring) {
        return new JdbcSignInClientStore(database, keyring);
    }

    @Bean
    OidcSignIn oidcSignIn(Configuration configuration, JoseTokenVerifier verifier) {
        return new OidcSignIn(ConfiguredRoutes.of(configuration), verifier);
    }

    @Bean
    AdministratorProviderStore administratorProviderStore(Database database, Keyring keyring) {
        return new JdbcAdministratorProviderStore(database, keyring);
    }

    @Bean
    AdministratorSignIn administratorSignIn(SignInProtocol protocol) {
        return new AdministratorSignIn(protocol);
    }

    @Bean
    FederatedSignIn federatedSignIn(SignInProtocol protocol, JitUserProvisioning users, Provisioning provisioning) {
        return new FederatedSignIn(protocol, users, provisioning);
    }

    @Bean
    WebIdentities webIdentities(
            IdentityProviderStore providers,
            TokenVerifier verifier,
            JitUserProvisioning users,
            Credentials credentials,
            Roles roles,
            Clock clock) {
        return new WebIdentities(providers, verifier, users, credentials, roles, clock);
    }

    @Bean
    IamApi iamApi(
            Provisioning provisioning,
            Credentials credentials,
            UserPolicies policies,
            Roles roles,
            WebIdentities webIdentities) {
        return new IamApi(provisioning, credentials, policies, roles, webIdentities);
    }
}
