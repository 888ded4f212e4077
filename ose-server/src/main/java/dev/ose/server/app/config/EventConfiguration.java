package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.S3Options;
import dev.ose.keyring.Keyring;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.event.EventSender;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.event.WebhookDispatcher;
import dev.ose.server.event.WebhookStore;
import dev.ose.server.event.Webhooks;
import dev.ose.server.event.jdbc.JdbcNotificationStore;
import dev.ose.server.event.jdbc.JdbcOutbox;
import dev.ose.server.event.jdbc.JdbcWebhookStore;
import dev.ose.server.event.webhook.HttpEventSender;
import dev.ose.server.runtime.jobs.Jobs;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;

/** Webhooks, and the delivery of events to them. */
@ControlPlane
class EventConfiguration {

    @Bean
    WebhookStore webhookStore(Database database, Keyring keyring, CatchUp catchUp) {
        return new JdbcWebhookStore(database, keyring, catchUp);
    }

    @Bean
    Webhooks webhooks(WebhookStore store, SecureRandom random, Configuration configuration) {
        return new Webhooks(store, random, configuration.get(S3Options.REGION));
    }

    @Bean
    NotificationStore notificationStore(Database database, CatchUp catchUp, Configuration configuration) {
        return new JdbcNotificationStore(database, catchUp, configuration.get(S3Options.REGION));
    }

    @Bean
    HttpEventSender eventSender(Configuration configuration, Clock clock) {
        return HttpEventSender.open(
                configuration.get(S3Options.REGION),
                ConfiguredRoutes.of(configuration).forForeignAddresses(),
                clock);
    }

    @Bean
    WebhookDispatcher webhookDispatcher(Jobs jobs, Database database, Keyring keyring, EventSender sender) {
        return WebhookDispatcher.start(jobs, new JdbcOutbox(database, keyring), sender);
    }
}
