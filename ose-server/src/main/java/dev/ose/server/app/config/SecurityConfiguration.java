package dev.ose.server.app.config;

import dev.ose.config.AdminOptions;
import dev.ose.config.DirectorOptions;
import dev.ose.config.SyncOptions;
import dev.ose.server.access.AccountThrottle;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.OfferedCapabilities;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.access.ServiceAdminOperation;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.repetition.CallStore;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.access.token.ApiTokens;
import dev.ose.server.admin.audit.AuditedAnswers;
import dev.ose.server.admin.audit.AuditedCalls;
import dev.ose.server.admin.audit.AuditedLogin;
import dev.ose.server.admin.audit.LoginDetails;
import dev.ose.server.admin.audit.RequestIds;
import dev.ose.server.admin.director.DirectorLogin;
import dev.ose.server.admin.director.DirectorLogins;
import dev.ose.server.admin.login.AdminLogin;
import dev.ose.server.admin.login.BrowserOrigins;
import dev.ose.server.admin.login.KeeperLogin;
import dev.ose.server.admin.login.KnownCharsets;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.admin.login.RefusalWriter;
import dev.ose.server.admin.login.SeenUsers;
import dev.ose.server.admin.login.ThisMachine;
import dev.ose.server.admin.repetition.RepeatedAnswers;
import dev.ose.server.admin.repetition.RepeatedCalls;
import dev.ose.server.admin.session.SessionLogin;
import dev.ose.server.admin.sync.NotificationAuthenticator;
import dev.ose.server.admin.token.TokenLoginFilter;
import dev.ose.server.admin.token.TokenLogins;
import dev.ose.server.app.boot.KeeperLink;
import dev.ose.server.app.options.SecretFiles;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.director.DirectorSignIn;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.credential.LastUses;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authorization.AuthenticatedAuthorizationManager;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.SingleResultAuthorizationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.context.request.async.WebAsyncManagerIntegrationFilter;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Authentication at the admin listener: each request needs a login, unless {@link AdminOperation} allows it without
 * one. The {@link AdminGuard} decides what the login may do.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class SecurityConfiguration {

    /** All ways to log in, in the order in which a request is searched for them. */
    record AdminLogins(KeeperLogin keeper, SessionLogin session, TokenLoginFilter token, AdminLogin basic) {}

    /** One for all ways of signing in: a client that fails at one waits at the others. */
    @Bean
    AccountThrottle accountThrottle(Clock clock) {
        return new AccountThrottle(clock);
    }

    @Bean
    LoginCheck loginCheck(
            ObjectProvider<AccountStore> accounts,
            ObjectProvider<KnownDevices> devices,
            Passwords passwords,
            AccountThrottle throttle,
            SecureRandom random) {
        return new LoginCheck(accounts::getObject, devices::getObject, passwords, throttle, random);
    }

    @Bean
    AdminLogins adminLogins(
            LoginCheck check,
            KeeperLink keeper,
            ObjectProvider<Sessions> sessions,
            TokenLogins tokens,
            RefusalWriter refusals,
            DirectorLogins director) {
        return new AdminLogins(
                new KeeperLogin(keeper.login()),
                new SessionLogin(sessions::getObject, refusals, director),
                new TokenLoginFilter(tokens, refusals),
                new AdminLogin(check));
    }

    @Bean
    TokenLogins tokenLogins(ObjectProvider<ApiTokens> tokens, ObjectProvider<AuditTrail> trail) {
        return new TokenLogins(tokens::getObject, trail::getObject);
    }

    @Bean
    DirectorLogins directorLogins(
            ObjectProvider<DirectorSignIn> director,
            ObjectProvider<AuditTrail> trail,
            dev.ose.config.Configuration configuration) {
        boolean takesLegacy = configuration.get(DirectorOptions.LEGACY_TOKEN)
                && configuration.find(DirectorOptions.URL).isPresent();
        return new DirectorLogins(director::getObject, trail::getObject, takesLegacy);
    }

    /** The filters that record sign-ins and outcomes, and store answers for repetitions. */
    record AuditedAccess(
            AuditedLogin login, DirectorLogin director, AuditedAnswers answers, RepeatedAnswers repeated) {}

    @Bean
    AuditedAccess auditedAccess(
            AdminLogins logins,
            RefusalWriter refusals,
            ObjectProvider<AuditTrail> trail,
            ObjectProvider<Provisioning> provisioning,
            ObjectProvider<CallStore> calls,
            DirectorLogins director) {
        return new AuditedAccess(
                new AuditedLogin(logins.basic(), trail::getObject, provisioning::getObject),
                new DirectorLogin(director, refusals),
                new AuditedAnswers(trail::getObject, provisioning::getObject),
                new RepeatedAnswers(calls::getObject));
    }

    @Bean
    RefusalWriter refusalWriter(JsonMapper json) {
        return new RefusalWriter(json);
    }

    @Bean
    RequestRejectedHandler rejectedPaths(RefusalWriter refusals) {
        return (_, response, _) -> refusals.refuseAmbiguous(response);
    }

    @Bean
    WebMvcConfigurer adminGuard(
            ObjectProvider<Provisioning> provisioning,
            ObjectProvider<OfferedCapabilities> capabilities,
            ObjectProvider<AuditTrail> trail,
            ObjectProvider<CallStore> calls,
            ObjectProvider<LastUses> uses,
            Clock clock) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new SeenUsers(uses::getObject, clock));
                registry.addInterceptor(new AuditedCalls(trail::getObject, provisioning::getObject));
                registry.addInterceptor(new AdminGuard(provisioning::getObject, capabilities::getObject, clock));
                registry.addInterceptor(new RepeatedCalls(calls::getObject));
            }
        };
    }

    @Bean
    SecurityFilterChain adminSecurity(
            HttpSecurity http,
            AdminLogins logins,
            AuditedAccess audited,
            RefusalWriter refusals,
            JsonMapper json,
            dev.ose.config.Configuration configuration) {
        boolean areMetricsOpen = configuration.get(AdminOptions.METRICS_ANONYMOUS);
        if (configuration.find(DirectorOptions.URL).isPresent()) {
            http.addFilterBefore(audited.director(), BasicAuthenticationFilter.class);
        }
        return http.authorizeHttpRequests(requests -> {
                    for (AdminOperation operation : AdminOperations.all()) {
                        if (operation.roles().contains(AdminRole.ANONYMOUS)) {
                            AdminOperation.Route route = operation.route();
                            requests.requestMatchers(
                                            HttpMethod.valueOf(route.method().name()), route.path())
                                    .access(
                                            operation == ServiceAdminOperation.SHOW_METRICS
                                                    ? metricsReader(areMetricsOpen)
                                                    : SingleResultAuthorizationManager.permitAll());
                        }
                    }
                    requests.anyRequest().authenticated();
                })
                .authenticationManager(new ProviderManager(audited.login()))
                .addFilter(BrowserOrigins.filter(pages(configuration), json, new RefusedOrigins()))
                .addFilterBefore(logins.keeper(), BasicAuthenticationFilter.class)
                .addFilterBefore(logins.session(), BasicAuthenticationFilter.class)
                .addFilterBefore(logins.token(), BasicAuthenticationFilter.class)
                .addFilterBefore(new RequestIds(), WebAsyncManagerIntegrationFilter.class)
                .addFilterAfter(new KnownCharsets(refusals), RequestIds.class)
                .addFilterAfter(audited.answers(), AuthorizationFilter.class)
                .addFilterAfter(audited.repeated(), AuditedAnswers.class)
                .httpBasic(basic ->
                        basic.authenticationEntryPoint(refusals).authenticationDetailsSource(LoginDetails::new))
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // SessionLogin does it for cookies, which are all that a browser attaches by itself. Pages of other
                // origins than the named ones are refused before anything is done.
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .build();
    }

    /** A proxy that ends TLS makes the portal's own origin look like another one. */
    private static Set<String> pages(dev.ose.config.Configuration configuration) {
        Set<String> origins = new LinkedHashSet<>(DirectorOptions.allowedOrigins(configuration));
        AdminOptions.publicOrigin(configuration).ifPresent(origins::add);
        return origins;
    }

    /** Notifications of platforms have a secret of their own, which must not count as a wrong login. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain noticeSecurity(
            HttpSecurity http, RefusalWriter refusals, Clock clock, dev.ose.config.Configuration configuration) {
        NotificationAuthenticator login = new NotificationAuthenticator(
                configuration
                        .find(SyncOptions.NOTIFICATION_SECRET_FILE)
                        .map(file -> SecretFiles.firstLine(SyncOptions.NOTIFICATION_SECRET_FILE, file)),
                refusals,
                clock);
        return http.securityMatcher(NotificationAuthenticator.PATH)
                .addFilterBefore(login, AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .build();
    }

    /**
     * Links are redeemed without a login, by pages of no origin: browsers name none for a form of a page that keeps its
     * address to itself.
     */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain linkSecurity(HttpSecurity http, AuditedAccess audited) {
        return http.securityMatcher(LinkOperation.REDEEMED + '*')
                .addFilterBefore(new RequestIds(), WebAsyncManagerIntegrationFilter.class)
                .addFilterAfter(audited.answers(), AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .build();
    }

    /** Anonymous metrics are offered on the admin listener only, not on S3 listeners. */
    private static boolean isOfAdminListener(HttpServletRequest request) {
        return request.getAttribute(ThisMachine.OTHER_LISTENER) == null;
    }

    /** Prometheus on the same machine need not log in. */
    private static AuthorizationManager<RequestAuthorizationContext> metricsReader(boolean everybody) {
        AuthorizationManager<RequestAuthorizationContext> login = AuthenticatedAuthorizationManager.authenticated();
        return (authentication, context) ->
                (everybody && isOfAdminListener(context.getRequest())) || ThisMachine.sent(context.getRequest())
                        ? new AuthorizationDecision(true)
                        : login.authorize(authentication, context);
    }
}
