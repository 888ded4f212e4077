package dev.ose.server.app.config;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.Fingerprint;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.config.Configuration;
import dev.ose.config.DirectorActivation;
import dev.ose.config.DirectorOptions;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.app.options.SecretFiles;
import dev.ose.server.database.Database;
import dev.ose.server.director.ActivationStore;
import dev.ose.server.director.DirectorSignIn;
import dev.ose.server.director.DirectorStore;
import dev.ose.server.director.DirectorTokens;
import dev.ose.server.director.DirectorUsers;
import dev.ose.server.director.RoleRules;
import dev.ose.server.director.client.CheckedTokens;
import dev.ose.server.director.client.DirectorClient;
import dev.ose.server.director.client.DirectorLink;
import dev.ose.server.director.jdbc.JdbcActivationStore;
import dev.ose.server.director.jdbc.JdbcDirectorStore;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.tenant.Provisioning;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;

/** Cloud Director: its access tokens, and which tenants and users are its organisations and users. */
@ControlPlane
class DirectorConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(DirectorLog.class);

    private static final int MAX_ANSWER_BYTES = 1 << 20;

    /** A token that Cloud Director accepted is not asked for again for a while, so these are few. */
    private static final int AT_ONCE = 16;

    @Bean
    DirectorStore directorStore(Database database) {
        return new JdbcDirectorStore(database);
    }

    @Bean
    ActivationStore activationStore(Database database) {
        return new JdbcActivationStore(database);
    }

    @Bean
    DirectorUsers directorUsers(
            Configuration configuration,
            DirectorStore store,
            Provisioning provisioning,
            ActivationStore policies,
            QuotaStore quotas,
            Platform platform) {
        boolean isAutomatic = configuration.get(DirectorOptions.ACTIVATION) == DirectorActivation.AUTO;
        return new DirectorUsers(
                store, provisioning, new DirectorUsers.Activation(policies, quotas, isAutomatic, platform.id()));
    }

    @Bean
    DirectorTokens directorTokens(Configuration configuration, Clock clock) {
        return configuration
                .find(DirectorOptions.URL)
                .map(url -> tokens(configuration, url, clock))
                .orElse(DirectorTokens.NONE);
    }

    private static DirectorTokens tokens(Configuration configuration, URI url, Clock clock) {
        Duration timeout = configuration.get(DirectorOptions.TIMEOUT);
        Path secret = configuration.get(DirectorOptions.SECRET_FILE);
        DirectorLink link = new DirectorLink(
                url, DirectorOptions.login(configuration.get(DirectorOptions.USER)), () -> read(secret));
        return new CheckedTokens(
                new DirectorClient(link, http(configuration, timeout), new DirectorLog(LOG, clock), clock),
                configuration.get(DirectorOptions.TOKEN_CACHE),
                clock);
    }

    private static Secret read(Path file) throws IOException {
        try {
            return SecretFiles.firstLine(DirectorOptions.SECRET_FILE, file);
        } catch (StartException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static OutboundHttp http(Configuration configuration, Duration timeout) {
        OutboundHttp.Limits limits = new OutboundHttp.Limits(timeout, timeout, MAX_ANSWER_BYTES, AT_ONCE);
        return configuration
                .find(DirectorOptions.FINGERPRINT)
                .map(trusted ->
                        new OutboundHttp(limits, Fingerprint.onlyTrusted(trusted), ConfiguredRoutes.of(configuration)))
                .orElseGet(() -> new OutboundHttp(limits, ConfiguredRoutes.of(configuration)));
    }

    @Bean
    DirectorSignIn directorSignIn(
            Configuration configuration, DirectorTokens tokens, DirectorUsers users, AccountStore accounts) {
        return new DirectorSignIn(
                tokens, new RoleRules(configuration.get(DirectorOptions.PROVIDER_ORGANISATION)), users, accounts);
    }
}
