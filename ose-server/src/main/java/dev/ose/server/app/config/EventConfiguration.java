package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.S3Options;
import dev.ose.keyring.Keyring;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.database.Database;
import dev.ose.server.event.EventSender;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.event.WebhookDispatcher;
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
    Webhooks webhooks(Database database, Keyring keyring, SecureRandom random, Configuration configuration) {
        return new Webhooks(new JdbcWebhookStore(database, keyring), random, configuration.get(S3Options.REGION));
    }

    @Bean
    NotificationStore notificationStore(Database database, Configuration configuration) {
        return new JdbcNotificationStore(database, configuration.get(S3Options.REGION));
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
