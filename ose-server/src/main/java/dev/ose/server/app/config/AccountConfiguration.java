package dev.ose.server.app.config;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.DirectorOptions;
import dev.ose.keyring.Keyring;
import dev.ose.server.access.AccessCheck;
import dev.ose.server.access.AccountThrottle;
import dev.ose.server.access.ManagementLogins;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.account.AdministratorStore;
import dev.ose.server.admin.access.factor.SecondFactors;
import dev.ose.server.admin.access.link.ShareLinkRetention;
import dev.ose.server.admin.access.link.ShareLinkStore;
import dev.ose.server.admin.access.link.ShareLinks;
import dev.ose.server.admin.access.repetition.CallStore;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.admin.access.session.SessionStore;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.access.token.ApiTokens;
import dev.ose.server.admin.account.AdministratorController;
import dev.ose.server.admin.account.OwnPasswordController;
import dev.ose.server.admin.account.SecondFactorController;
import dev.ose.server.admin.account.UserSecondFactorController;
import dev.ose.server.admin.audit.RecordedRedemptions;
import dev.ose.server.admin.audit.RecordedSessions;
import dev.ose.server.admin.credential.AdministratorProviderController;
import dev.ose.server.admin.credential.SignInClientController;
import dev.ose.server.admin.director.DirectorLogins;
import dev.ose.server.admin.jdbc.JdbcAccountStore;
import dev.ose.server.admin.jdbc.JdbcAdministratorStore;
import dev.ose.server.admin.jdbc.JdbcApiTokenStore;
import dev.ose.server.admin.jdbc.JdbcCallStore;
import dev.ose.server.admin.jdbc.JdbcKnownDeviceStore;
import dev.ose.server.admin.jdbc.JdbcPendingSignInStore;
import dev.ose.server.admin.jdbc.JdbcSecondFactorStore;
import dev.ose.server.admin.jdbc.JdbcSessionStore;
import dev.ose.server.admin.jdbc.JdbcShareLinkStore;
import dev.ose.server.admin.link.LinkPageController;
import dev.ose.server.admin.link.LinkRedemption;
import dev.ose.server.admin.link.ShareLinkController;
import dev.ose.server.admin.link.SharedObjects;
import dev.ose.server.admin.login.FirstAdmin;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.admin.s3.Links;
import dev.ose.server.admin.s3.OwnS3Controller;
import dev.ose.server.admin.s3.S3Logins;
import dev.ose.server.admin.s3.S3Users;
import dev.ose.server.admin.session.OwnSessionsController;
import dev.ose.server.admin.session.ProviderSignIn;
import dev.ose.server.admin.session.ProviderSignInController;
import dev.ose.server.admin.session.PublicOrigin;
import dev.ose.server.admin.session.SessionController;
import dev.ose.server.admin.session.SignIn;
import dev.ose.server.admin.session.SignInRealms;
import dev.ose.server.admin.session.UserSessionsController;
import dev.ose.server.admin.token.TokenController;
import dev.ose.server.admin.token.TokenLogins;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.Database;
import dev.ose.server.iam.federation.AdministratorProviderStore;
import dev.ose.server.iam.federation.AdministratorSignIn;
import dev.ose.server.iam.federation.FederatedSignIn;
import dev.ose.server.iam.federation.SignInClientStore;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.credential.LastUses;
import dev.ose.server.tenant.credential.UserIdentities;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Accounts of the admin API, their sessions, tokens and second factors. */
@ControlPlane
@Import({
    AdministratorController.class,
    AdministratorProviderController.class,
    OwnPasswordController.class,
    OwnS3Controller.class,
    LinkPageController.class,
    OwnSessionsController.class,
    SecondFactorController.class,
    ProviderSignInController.class,
    SessionController.class,
    ShareLinkController.class,
    UserSessionsController.class,
    SignInClientController.class,
    TokenController.class,
    UserSecondFactorController.class
})
class AccountConfiguration {

    @Bean
    AccountStore accountStore(Database database) {
        return new JdbcAccountStore(database);
    }

    @Bean
    CallStore callStore(Database database) {
        return new JdbcCallStore(database);
    }

    @Bean
    AdministratorStore administratorStore(Database database) {
        return new JdbcAdministratorStore(database);
    }

    @Bean
    FirstAdmin firstAdmin(
            AdministratorStore administrators, Passwords passwords, SecureRandom random, DataDirectory directory) {
        FirstAdmin first = new FirstAdmin(administrators, passwords, random);
        first.makeIfNone(directory);
        return first;
    }

    @Bean
    SessionStore sessionStore(Database database) {
        return new JdbcSessionStore(database);
    }

    @Bean
    KnownDevices knownDevices(Database database, SecureRandom random) {
        return new KnownDevices(new JdbcKnownDeviceStore(database), random);
    }

    @Bean
    Sessions sessions(SessionStore store, SecureRandom random, Configuration configuration) {
        return new Sessions(
                store,
                random,
                new Sessions.Limits(
                        configuration.get(AdminOptions.SESSION_IDLE_TIMEOUT),
                        configuration.get(AdminOptions.SESSION_MAX_AGE)));
    }

    @Bean
    ApiTokens apiTokens(Database database, SecureRandom random, Clock clock, Configuration configuration) {
        return new ApiTokens(
                new JdbcApiTokenStore(database), random, clock, configuration.get(AdminOptions.TOKEN_SIGN_IN_MAX_AGE));
    }

    @Bean
    ShareLinkStore shareLinkStore(Database database) {
        return new JdbcShareLinkStore(database);
    }

    @Bean
    ShareLinks shareLinks(ShareLinkStore store, SecureRandom random, Clock clock, Configuration configuration) {
        return new ShareLinks(store, random, clock, configuration.get(AdminOptions.SHARE_LINK_MAX_AGE));
    }

    @Bean
    OptionalWork shareLinkRetention(Jobs jobs, ShareLinkStore store, AdvisoryLocks locks) {
        return new OptionalWork(ShareLinkRetention.start(jobs, store, locks));
    }

    @Bean
    SharedObjects sharedObjects(S3Users users, AccessCheck access) {
        return new SharedObjects(users, access);
    }

    @Bean
    LinkRedemption linkRedemption(
            ShareLinks links, SharedObjects objects, Passwords passwords, Links downloads, Clock clock) {
        return new LinkRedemption(links, objects, passwords, downloads, clock);
    }

    @Bean
    RecordedRedemptions recordedRedemptions(AuditTrail trail) {
        return new RecordedRedemptions(trail);
    }

    @Bean
    RecordedSessions recordedSessions(AuditTrail trail, Provisioning provisioning) {
        return new RecordedSessions(trail, provisioning);
    }

    @Bean
    SecondFactors secondFactors(Database database, Keyring keyring, SecureRandom random, Clock clock) {
        return new SecondFactors(new JdbcSecondFactorStore(database, keyring), random, clock);
    }

    @Bean
    PublicOrigin publicOrigin(Configuration configuration) {
        return new PublicOrigin(configuration.find(AdminOptions.PUBLIC_URL));
    }

    @Bean
    S3Users s3Users(UserIdentities users, LastUses uses, Clock clock) {
        return new S3Users(users, uses, clock);
    }

    @Bean
    ManagementLogins managementLogins(
            Sessions sessions,
            TokenLogins tokens,
            DirectorLogins director,
            S3Users users,
            Configuration configuration) {
        boolean isLinked = configuration.find(DirectorOptions.URL).isPresent();
        return new S3Logins(
                sessions, tokens, isLinked ? director : null, users, AdminOptions.publicOrigin(configuration));
    }

    @Bean
    SignInRealms signInRealms(
            SignInClientStore clients,
            FederatedSignIn users,
            AdministratorProviderStore providers,
            AdministratorSignIn administrators,
            AccountStore accounts) {
        return new SignInRealms(clients, users, providers, administrators, accounts);
    }

    @Bean
    ProviderSignIn providerSignIn(
            SignInRealms realms, Database database, Sessions sessions, AccountThrottle throttle, SecureRandom random) {
        return new ProviderSignIn(realms, new JdbcPendingSignInStore(database), sessions, throttle, random);
    }

    @Bean
    SignIn signIn(
            LoginCheck logins,
            AccountStore accounts,
            Passwords passwords,
            SecondFactors factors,
            Sessions sessions,
            Clock clock) {
        return new SignIn(logins, accounts, passwords, factors, sessions, clock);
    }
}
