package dev.ose.server.audit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditEntry;
import dev.ose.server.audit.AuditFilter;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditLog;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.GroupCommitTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.audit.RecordedEntry;
import dev.ose.server.catalog.rsql.AuditFilters;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.PostgresFixture;
import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcAuditTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final TenantId ACME = new TenantId(new UUID(0, 1));
    private static final TenantId OTHER = new TenantId(new UUID(0, 2));
    private static final UserId ANN = new UserId(new UUID(0, 3));
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private static StoreFixture node;

    private final SteppedClock clock = new SteppedClock(NOON);
    private JdbcAuditTables tables;
    private GroupCommitTrail trail;
    private AuditLog log;

    @BeforeAll
    static void start() {
        node = new StoreFixture(POSTGRES.database());
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @BeforeEach
    void open() {
        node.database.update("TRUNCATE audit_entry, audit_due");
        tables = new JdbcAuditTables(node.database, "node-1", List.of());
        trail = GroupCommitTrail.start(tables, clock, new Random(7));
        log = new JdbcAuditLog(node.database);
    }

    @AfterEach
    void close() {
        trail.close();
    }

    private static AuditTrail.Call call(String operation, @Nullable TenantId tenant) {
        AuditActor actor =
                new AuditActor("ann@acme", LoginKind.PASSWORD, ACME, "192.0.2.7", new AuditActor.Acting(null, ANN));
        AuditTarget target = new AuditTarget(tenant, ANN, "photos", "AK1", "");
        return new AuditTrail.Call("REQ1", AuditSource.ADMIN, operation, actor, target);
    }

    private List<RecordedEntry> find(@Nullable TenantId tenant, String filter) {
        return log.find(
                new AuditLog.Question(tenant, AuditFilters.read(filter), AuditLog.Order.OLDEST_FIRST, null, 100));
    }

    private List<String> operations(String filter) {
        return find(null, filter).stream().map(it -> it.entry().operation()).toList();
    }

    @Test
    void entryStandsWithoutAnOutcomeUntilItsCallEnds() {
        AuditId id = trail.begin(call("DeleteCredential", ACME), AuditTrail.Durability.AT_ONCE);
        RecordedEntry begun = find(null, "").getFirst();
        clock.advance(Duration.ofSeconds(2));

        trail.end(id, new AuditOutcome(204, ""));

        RecordedEntry ended = find(null, "").getFirst();
        assertThat(begun.outcome()).isNull();
        assertThat(begun.endedAt()).isNull();
        assertThat(ended.entry())
                .isEqualTo(begun.entry())
                .isEqualTo(new AuditEntry(
                        id,
                        "REQ1",
                        AuditSource.ADMIN,
                        "DeleteCredential",
                        call("", null).actor(),
                        call("", ACME).target()));
        assertThat(ended.entry().id().moment()).isEqualTo(NOON);
        assertThat(ended.endedAt()).isEqualTo(NOON.plusSeconds(2));
        assertThat(ended.outcome()).isEqualTo(new AuditOutcome(204, ""));
        assertThat(ended.node()).isEqualTo("node-1");
    }

    @Test
    void endAddsWhatOnlyItKnows() {
        AuditActor admin = new AuditActor("admin", LoginKind.PASSWORD, null, "::1", AuditActor.Acting.FOR_ITSELF);
        AuditId id = trail.begin(
                new AuditTrail.Call("R", AuditSource.ADMIN, "CreateTenant", admin, AuditTarget.SERVICE),
                AuditTrail.Durability.WITH_THE_CHANGE);

        trail.end(id, new AuditOutcome(201, "", new AuditTarget(ACME, null, "", "", "acme")));

        assertThat(find(ACME, "").getFirst().entry().target()).isEqualTo(new AuditTarget(ACME, null, "", "", "acme"));
    }

    @Test
    void controlCharactersOfCallersDoNotStopARecord() {
        AuditActor actor = new AuditActor("a\0b\n\ud800c", LoginKind.NONE, null, "::1", AuditActor.Acting.FOR_ITSELF);

        trail.record(
                new AuditTrail.Call("R", AuditSource.ADMIN, "SignIn", actor, AuditTarget.SERVICE),
                new AuditOutcome(401, "OSE-2106"));

        assertThat(find(null, "").getFirst().entry().actor().name()).isEqualTo("a\ufffdb\ufffd\ufffdc");
    }

    @Test
    void tenantSeesItsOwnEntriesAlone() {
        trail.record(call("A", ACME), new AuditOutcome(200, ""));
        trail.record(call("B", OTHER), new AuditOutcome(200, ""));
        trail.record(call("C", null), new AuditOutcome(200, ""));

        assertThat(find(ACME, "")).hasSize(1);
        assertThat(find(ACME, "operation==B,tenant==*")).hasSize(1);
        assertThat(find(null, "")).hasSize(3);
    }

    @Test
    void filtersChooseEntries() {
        trail.record(call("CreateUser", ACME), new AuditOutcome(201, ""));
        clock.advance(Duration.ofMinutes(1));
        trail.record(call("DeleteUser", ACME), new AuditOutcome(409, "OSE-2209"));
        clock.advance(Duration.ofMinutes(1));
        var _ = trail.begin(call("DeleteTenant", ACME), AuditTrail.Durability.AT_ONCE);

        assertThat(operations("operation==Delete*")).containsExactly("DeleteUser", "DeleteTenant");
        assertThat(operations("status=ge=400")).containsExactly("DeleteUser");
        assertThat(operations("code==OSE-2209;bucket==photos;accessKey==AK?;login==password"))
                .containsExactly("DeleteUser");
        assertThat(operations("at=lt=2026-11-21T12:01:00Z")).containsExactly("CreateUser");
        assertThat(operations("at=ge=2026-11-21T12:01:00Z")).containsExactly("DeleteUser", "DeleteTenant");
        assertThat(operations("at=gt=2026-11-21T12:01:00Z")).containsExactly("DeleteTenant");
        assertThat(operations("at=le=2026-11-21T12:01:00Z")).containsExactly("CreateUser", "DeleteUser");
        assertThat(operations("at==2026-11-21T12:01:00Z")).containsExactly("DeleteUser");
        assertThat(operations("at!=2026-11-21T12:01:00Z")).containsExactly("CreateUser", "DeleteTenant");
        assertThat(operations("operation=in=(CreateUser,DeleteUser);actor!=bob;address==192.0.2.*"))
                .containsExactly("CreateUser", "DeleteUser");
        assertThat(operations("user==" + ANN + ";operation!=*User")).containsExactly("DeleteTenant");
        assertThatThrownBy(() -> AuditFilters.read("secret==x")).isInstanceOf(FailureException.class);
    }

    @Test
    void pagesFollowOneAnotherInBothDirections() {
        for (int i = 0; i < 5; i++) {
            trail.record(call("Op" + i, ACME), new AuditOutcome(200, ""));
            clock.advance(Duration.ofMillis(1));
        }
        AuditLog.Question newest =
                new AuditLog.Question(null, AuditFilter.EVERYTHING, AuditLog.Order.NEWEST_FIRST, null, 3);

        List<RecordedEntry> first = log.find(newest);
        List<RecordedEntry> second =
                log.find(newest.from(first.getLast().entry().id()));

        assertThat(first).extracting(it -> it.entry().operation()).containsExactly("Op4", "Op3", "Op2");
        assertThat(second).extracting(it -> it.entry().operation()).containsExactly("Op1", "Op0");
    }

    /** Nodes of this version go on while those of the next one write what it added. */
    @Test
    void wordsOfALaterVersionDoNotStopAList() {
        node.database.update("ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_source_check,"
                + " DROP CONSTRAINT audit_entry_login_check");
        trail.record(call("Known", ACME), new AuditOutcome(200, ""));
        trail.record(call("Later", ACME), new AuditOutcome(200, ""));
        node.database.update("UPDATE audit_entry SET source = 'SWIFT', login = 'PASSKEY' WHERE operation = 'Later'");

        assertThat(find(ACME, ""))
                .extracting(it -> it.entry().source(), it -> it.entry().actor().login())
                .containsExactlyInAnyOrder(
                        tuple(AuditSource.ADMIN, LoginKind.PASSWORD), tuple(AuditSource.UNKNOWN, LoginKind.UNKNOWN));
        assertThat(operations("source==SWIFT;login==passkey")).containsExactly("Later");
    }

    @Test
    void manyCallsShareCommitsAndEachHasItsEntry() {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 500; i++) {
                callers.execute(() -> {
                    AuditId id = trail.begin(call("Busy", OTHER), AuditTrail.Durability.AT_ONCE);
                    trail.end(id, new AuditOutcome(200, ""));
                });
            }
        }

        assertThat(node.database.first("SELECT count(*) FROM audit_entry WHERE status = 200", row -> row.getInt(1)))
                .contains(500);
        assertThat(trail.recorded()).isEqualTo(1000);
        assertThat(trail.refused()).isZero();
    }

    @Test
    void callIsRefusedIfTheDatabaseRefusesItsEntry() {
        node.database.update("ALTER TABLE audit_entry RENAME TO elsewhere");
        try {
            assertThatThrownBy(() -> trail.begin(call("DeleteUser", ACME), AuditTrail.Durability.AT_ONCE))
                    .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                            .isEqualTo(new Failure.AuditUnavailable()));
            assertThat(trail.refused()).isEqualTo(1);
        } finally {
            node.database.update("ALTER TABLE elsewhere RENAME TO audit_entry");
        }
    }

    @Test
    void weeksAreDroppedOnceAllTheirEntriesAreTooOld() {
        for (int week = 0; week < 4; week++) {
            trail.record(call("Week" + week, ACME), new AuditOutcome(200, ""));
            clock.advance(Duration.ofDays(7));
        }

        int dropped = tables.forget(NOON.plus(Duration.ofDays(14)));

        assertThat(dropped).isEqualTo(2);
        assertThat(operations("")).containsExactly("Week2", "Week3");
        assertThat(tables.forget(NOON.plus(Duration.ofDays(14)))).isZero();
    }
}
