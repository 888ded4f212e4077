package dev.ose.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.event.Change;
import dev.ose.server.event.Webhook;
import dev.ose.server.object.ObjectAddress;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.store.StoreFixture.Holder;
import dev.ose.testkit.PostgresFixture;
import java.net.URI;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A standby that lacks the last commits counts events on from an earlier number, but on a timeline of its own. */
class EventTimelineTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    @Test
    void eventBelongsToTheTimelineOfTheDatabase() {
        try (StoreFixture node = new StoreFixture(postgres.database())) {
            Holder holder = node.holder("timeline");
            Bucket bucket = node.bucket(holder, "timeline");
            new JdbcWebhookStore(node.database, node.keyring)
                    .add(
                            holder.tenant().id(),
                            new Webhook.Terms(URI.create("http://r/"), null, "", "", Set.of(Change.values())),
                            Secret.of("a secret of tests"));

            ObjectAddress address = new ObjectAddress(bucket.id(), new ObjectKey("key"));
            node.database.transact(connection -> {
                ObjectSql sql = new ObjectSql(connection);
                sql.writeFacts(Map.of(address, new ObjectFacts(1, "0123", Instant.EPOCH, null)));
                sql.deleteRows(List.of(address));
                try (PreparedStatement statement = sql.prepare()) {
                    return statement.execute();
                }
            });

            String course = new JdbcDatabaseHistory(node.database).read().course();
            assertThat(new JdbcOutbox(node.database, node.keyring)
                            .claim(Duration.ofMinutes(1), 10, Set.of())
                            .orElseThrow()
                            .events())
                    .hasSize(2)
                    .allMatch(event -> course.endsWith("/%08X".formatted(event.timeline())));
        }
    }
}
