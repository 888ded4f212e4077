package dev.ose.server.app;

import dev.ose.config.AdminOptions;
import dev.ose.server.admin.AdminLogin;
import dev.ose.server.admin.AdminServices;
import dev.ose.server.admin.KeeperLogin;
import dev.ose.server.admin.Passwords;
import dev.ose.server.admin.RefusalWriter;
import dev.ose.server.admin.ThisMachine;
import dev.ose.server.administration.AdminRole;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who may call the admin listener: administrators, with name and password in each request; everybody for the two health
 * pages. Whatever is not named here is refused.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class SecurityConfiguration {

    @Bean
    AdminLogin adminLogin(Supplier<AdminServices> services, Passwords passwords, Clock clock, SecureRandom random) {
        return new AdminLogin(services, passwords, clock, random);
    }

    @Bean
    RefusalWriter refusalWriter(JsonMapper json) {
        return new RefusalWriter(json);
    }

    @Bean
    SecurityFilterChain adminSecurity(
            HttpSecurity http,
            AdminLogin login,
            KeeperLink keeper,
            RefusalWriter refusals,
            dev.ose.config.Configuration configuration) {
        ProviderManager authentication = new ProviderManager(login);
        AuthorizationManager<RequestAuthorizationContext> admin =
                AuthorityAuthorizationManager.hasRole(AdminRole.PROVIDER_ADMIN.name());
        return http.authorizeHttpRequests(
                        requests -> requests.requestMatchers(HttpMethod.GET, "/health/live", "/health/ready")
                                .permitAll()
                                .requestMatchers(HttpMethod.GET, "/metrics/prometheus")
                                .access(metricsReader(admin, configuration.get(AdminOptions.METRICS_ANONYMOUS)))
                                .anyRequest()
                                .access(admin))
                .authenticationManager(authentication)
                .addFilterBefore(new KeeperLogin(keeper.login()), BasicAuthenticationFilter.class)
                .httpBasic(basic -> basic.authenticationEntryPoint(refusals))
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // A browser attaches nothing by itself: there are no cookies, and a JSON body or a DELETE from another
                // origin needs a preflight that nobody here answers.
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .build();
    }

    /** Prometheus on the same machine need not log in. */
    private static AuthorizationManager<RequestAuthorizationContext> metricsReader(
            AuthorizationManager<RequestAuthorizationContext> admin, boolean everybody) {
        return (authentication, context) -> everybody || ThisMachine.sent(context.getRequest())
                ? new AuthorizationDecision(true)
                : admin.authorize(authentication, context);
    }
}
