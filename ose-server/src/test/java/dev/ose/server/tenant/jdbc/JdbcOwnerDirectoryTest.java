package dev.ose.server.tenant.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.database.StoreFixture;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.User;
import dev.ose.testkit.PostgresFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcOwnerDirectoryTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    @Test
    void findsTheUserBehindThePlatformsId() {
        try (StoreFixture node = new StoreFixture(POSTGRES.database())) {
            User user = node.holder("acme").made().user();
            JdbcOwnerDirectory owners = new JdbcOwnerDirectory(node.database);
            String platformName = "canonical-" + user.id();

            for (int i = 0; i < 2; i++) {
                assertThat(owners.find(node.platform.id(), platformName))
                        .contains(new OwnerDirectory.Owner(user.canonicalId(), "acme"));
            }
            assertThat(owners.find(node.platform.id(), "somebody else")).isEmpty();
            assertThat(owners.find(new PlatformId(99), platformName)).isEmpty();
            assertThat(owners.findCounterpart(node.platform.id(), user.canonicalId()))
                    .contains(new OwnerDirectory.Counterpart(platformName, user.tenant(), user.id()));
            assertThat(owners.findCounterpart(new PlatformId(99), user.canonicalId()))
                    .isEmpty();
        }
    }
}
