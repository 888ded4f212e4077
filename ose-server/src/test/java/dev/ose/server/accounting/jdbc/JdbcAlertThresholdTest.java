package dev.ose.server.accounting.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.accounting.alert.AlertThresholdStore;
import dev.ose.server.accounting.alert.AlertThresholds;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.PostgresFixture;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcAlertThresholdTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    @Test
    void thresholdsHaveRevisions() {
        try (StoreFixture node = new StoreFixture(POSTGRES.database())) {
            AlertThresholdStore thresholds = new JdbcAlertThresholdStore(node.database);
            TenantId tenant = node.holder("revised").tenant().id();
            AlertThresholds wanted = new AlertThresholds(List.of(70));
            Expected absent = new Expected.OneOf(Set.of(thresholds.of(tenant).revision()));
            thresholds.put(tenant, wanted, absent);

            assertOutdated(() -> thresholds.put(tenant, wanted, absent));
            assertOutdated(() -> thresholds.remove(tenant, absent));
            assertOutdated(() -> thresholds.putOfAll(wanted, absent));
            assertThatThrownBy(() -> thresholds.put(new TenantId(UUID.randomUUID()), wanted, new Expected.Anything()))
                    .isInstanceOfSatisfying(
                            FailureException.class, e -> assertThat(e.failure()).isInstanceOf(Failure.NotFound.class));
            assertThat(thresholds.of(tenant).value()).contains(wanted);
        }
    }

    private static void assertOutdated(ThrowingCallable change) {
        assertThatThrownBy(change).isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                .isInstanceOf(Failure.Outdated.class));
    }
}
