package dev.ose.server.bucket.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.bucket.CorsPolicy;
import dev.ose.server.bucket.CorsPolicyStore;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.testkit.PostgresFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcCorsPolicyStoreTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    @Test
    void modeOfANewerVersionIsThatOfBucketsAndReportedOnce() {
        try (StoreFixture node = new StoreFixture(POSTGRES.database())) {
            List<OperatorEvent> events = new ArrayList<>();
            CorsPolicyStore store = new JdbcCorsPolicyStore(node.database, events::add);
            store.put(new CorsPolicy(CorsPolicy.Mode.ANY_ORIGIN, Set.of()), new Expected.Anything());
            node.database.update("ALTER TABLE cors_policy DROP CONSTRAINT cors_policy_mode_check");
            node.database.update("UPDATE cors_policy SET mode = 'NEWER', origins = '{https://app.example.test}'");

            assertThat(store.get().value()).isEqualTo(CorsPolicy.BUCKET_RULES);
            assertThat(store.get().value()).isEqualTo(CorsPolicy.BUCKET_RULES);

            assertThat(events).containsExactly(new OperatorEvent.CorsModeUnknown("NEWER"));
        }
    }
}
