package dev.ose.server.tenant.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.jdbc.JdbcLastUseStore;
import dev.ose.testkit.PostgresFixture;
import dev.ose.testkit.SteppedClock;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The last use of key pairs, on several nodes. */
class LastUsesTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");
    private static final InetAddress HERE = InetAddress.ofLiteral("192.0.2.1");
    private static final InetAddress THERE = InetAddress.ofLiteral("2001:db8::1");

    private static StoreFixture stores;

    private final SteppedClock clock = new SteppedClock(START);
    private final OneNode node = new OneNode();
    private NewCredential made;
    private Identity.Key key;

    @BeforeAll
    static void open() {
        stores = new StoreFixture(POSTGRES.database());
    }

    @AfterAll
    static void close() {
        stores.close();
    }

    /** What one node notes and writes. */
    private final class OneNode {
        final LastUses uses = new LastUses();
        final LastUseWriter writer =
                LastUseWriter.unstarted(RecordedJobs.jobs(), uses, new JdbcLastUseStore(stores.database), clock);

        void use(InetAddress address, LastUse.Service service) {
            uses.note(key, clock.instant(), address, service);
        }
    }

    @BeforeEach
    void makeKey() {
        StoreFixture.Holder holder = stores.holder("t" + UUID.randomUUID());
        made = stores.credentials.create(
                holder.tenant().id(), holder.made().user().id(), CredentialTerms.unlimited(""));
        key = Identity.Key.of(made.credential().accessKey(), made.secretKey());
    }

    private @Nullable LastUse stored() {
        Credential credential = made.credential();
        Revised<ShownCredential> shown = stores.credentials.shown(credential.tenant(), credential.accessKey());
        return shown.value().lastUse();
    }

    private long epoch() {
        return stores.database
                .first("SELECT epoch FROM config_epoch", row -> row.getLong(1))
                .orElseThrow();
    }

    @Test
    void keyThatWasNeverUsedHasNoLastUse() {
        node.writer.write();

        assertThat(stored()).isNull();
    }

    @Test
    void useIsWrittenOnceInFiveMinutesAndTellsNoNode() {
        long before = epoch();

        node.use(HERE, LastUse.Service.S3);
        node.writer.write();
        clock.advance(Duration.ofMinutes(4));
        node.use(THERE, LastUse.Service.IAM);
        assertThat(node.uses.unwritten()).isEmpty();
        node.writer.write();

        assertThat(stored()).isEqualTo(new LastUse(START, "192.0.2.1", LastUse.Service.S3));
        clock.advance(Duration.ofMinutes(1));
        node.use(THERE, LastUse.Service.IAM);
        node.writer.write();
        assertThat(stored())
                .isEqualTo(new LastUse(START.plus(Duration.ofMinutes(5)), "2001:db8:0:0:0:0:0:1", LastUse.Service.IAM));
        assertThat(epoch()).isEqualTo(before);
    }

    @Test
    void userIsSeenOnceInFiveMinutesAndThatTellsNoNode() {
        Credential credential = made.credential();
        long before = epoch();

        node.uses.noteUser(credential.tenant(), credential.user(), clock.instant());
        node.writer.write();
        clock.advance(Duration.ofMinutes(4));
        node.uses.noteUser(credential.tenant(), credential.user(), clock.instant());
        assertThat(node.uses.unwrittenUsers()).isEmpty();
        assertThat(seen()).isEqualTo(START);

        clock.advance(Duration.ofMinutes(1));
        node.uses.noteUser(credential.tenant(), credential.user(), clock.instant());
        node.uses.noteUser(credential.tenant(), new UserId(UUID.randomUUID()), clock.instant());
        node.writer.write();
        assertThat(seen()).isEqualTo(START.plus(Duration.ofMinutes(5)));
        assertThat(epoch()).isEqualTo(before);
    }

    @Test
    void removedUserIsNotSeen() {
        Credential credential = made.credential();
        stores.database.update(
                "UPDATE tenant_user SET removed_at = now() WHERE tenant_id = ? AND id = ?",
                credential.tenant(),
                credential.user());

        node.uses.noteUser(credential.tenant(), credential.user(), clock.instant());
        node.writer.write();

        assertThat(stores.database.all(
                        "SELECT user_id FROM user_seen WHERE user_id = ?", row -> row.getString(1), credential.user()))
                .isEmpty();
    }

    private @Nullable Instant seen() {
        Credential credential = made.credential();
        return stores.provisioning
                .shownUser(credential.tenant(), credential.user())
                .value()
                .lastSeen();
    }

    @Test
    void manyNodesWriteNoMoreThanOne() {
        OneNode other = new OneNode();
        node.use(HERE, LastUse.Service.S3);
        node.writer.write();

        clock.advance(Duration.ofMinutes(2));
        other.use(THERE, LastUse.Service.S3);
        other.writer.write();

        assertThat(stored()).isNotNull().extracting(LastUse::time).isEqualTo(START);
        clock.advance(Duration.ofMinutes(5));
        other.use(THERE, LastUse.Service.S3);
        other.writer.write();
        assertThat(stored()).isNotNull().extracting(LastUse::time).isEqualTo(START.plus(Duration.ofMinutes(7)));
    }

    @Test
    void useOfADeletedKeyIsIgnored() {
        node.use(HERE, LastUse.Service.S3);
        stores.credentials.delete(made.credential().tenant(), made.credential().accessKey());

        node.writer.write();

        assertThat(node.uses.unwritten()).isEmpty();
    }
}
