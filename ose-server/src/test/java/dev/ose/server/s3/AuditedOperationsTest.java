package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.audit.MemoryTrail;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What S3 requests leave in the audit log. */
@Timeout(60)
class AuditedOperationsTest {

    private static final String VERSIONING =
            "<VersioningConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
                    + "<Status>Enabled</Status></VersioningConfiguration>";

    private S3TestServer edge;
    private volatile String platformStatus = "200 OK";
    /** What had been recorded when the platform was asked. */
    private final List<MemoryTrail.Line> before = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            request.body();
            before.addAll(edge.audit.lines());
            return request.answer(platformStatus, "", new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer putTagging(String key) throws IOException {
        return edge.call(
                key,
                "PUT",
                "/photos?tagging",
                "<Tagging xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><TagSet/></Tagging>");
    }

    @Test
    void settingLeavesAnEntryThatStandsBeforeThePlatformIsAsked() throws IOException {
        WireClient.Answer answer = putTagging(S3TestServer.ALICE);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(edge.platform.requests()).hasSize(1);
        assertThat(before).hasSize(1).extracting(MemoryTrail.Line::outcome).containsOnlyNulls();
        MemoryTrail.Line line = only();
        assertThat(line.call().source()).isEqualTo(AuditSource.S3);
        assertThat(line.call().operation()).isEqualTo("PutBucketTagging");
        assertThat(line.call().requestId()).isEqualTo(answer.headers().get("x-amz-request-id"));
        AuditActor actor = line.call().actor();
        assertThat(actor.accessKey()).isEqualTo(S3TestServer.ALICE);
        assertThat(actor.login()).isEqualTo(LoginKind.ACCESS_KEY);
        assertThat(actor.address()).isEqualTo("127.0.0.1");
        assertThat(line.call().target().bucket()).isEqualTo("photos");
        assertThat(line.call().target().tenant()).isEqualTo(S3TestServer.ALICES);
        assertThat(line.outcome()).isEqualTo(new AuditOutcome(200, ""));
    }

    @Test
    void refusalOfThePlatformIsTheOutcome() throws IOException {
        platformStatus = "403 Forbidden";

        assertThat(putTagging(S3TestServer.ALICE).status()).isEqualTo(403);

        assertThat(only().outcome())
                .isNotNull()
                .extracting(AuditOutcome::status)
                .isEqualTo(403);
    }

    @Test
    void refusedChangeIsRecordedWithTheTenantOfItsCaller() throws IOException {
        WireClient.Answer answer = edge.call(S3TestServer.EVE, "PUT", "/photos?versioning", VERSIONING);

        assertThat(answer.status()).isIn(403, 404);
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(only().call().target().tenant()).isEqualTo(S3TestServer.EVES);
        assertThat(only().outcome())
                .isNotNull()
                .extracting(AuditOutcome::status)
                .isEqualTo(answer.status());
    }

    @Test
    void changeIsRefusedIfItsEntryCannotBeWritten() throws IOException {
        edge.audit.refusesBeginnings = true;

        WireClient.Answer answer = putTagging(S3TestServer.ALICE);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("<Code>ServiceUnavailable</Code>", "nothing was done");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void changeWhoseOutcomeIsNotRecordedIsNotAnsweredAsDone() throws IOException {
        edge.audit.refusesOutcomes = true;

        WireClient.Answer answer = putTagging(S3TestServer.ALICE);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("carried out");
        assertThat(edge.platform.requests()).hasSize(1);
        assertThat(only().outcome()).isNull();
    }

    @Test
    void objectsAndListsLeaveNoEntries() throws IOException {
        edge.audit.refusesBeginnings = true;

        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos/a", "").status())
                .isEqualTo(200);
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos/a", "x").status())
                .isEqualTo(200);
        assertThat(edge.audit.lines()).isEmpty();
    }

    private MemoryTrail.Line only() {
        List<MemoryTrail.Line> lines = edge.audit.lines();
        assertThat(lines).hasSize(1);
        return lines.getFirst();
    }
}
