package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.s3.object.FormSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dozens of clients that send half of a document, which would exhaust the node's memory. */
@Timeout(120)
class DocumentMemoryTest {

    private static final int LARGEST = 2 * 1024 * 1024;
    private static final byte[] DELETED = ("<DeleteResult>" + "<Deleted><Key>a</Key></Deleted>".repeat(1000)
                    + "</DeleteResult>")
            .getBytes(StandardCharsets.US_ASCII);

    /** Longer than what needs no memory of those for documents. */
    private static final byte[] REFUSED = ("<Error><Code>AccessDenied</Code><Message>" + "no ".repeat(10_000)
                    + "</Message></Error>")
            .getBytes(StandardCharsets.US_ASCII);

    /** Of what all may have together, half is one tenant's. */
    private static final int OF_ONE_TENANT = 8;

    @SuppressWarnings("NullAway.Init")
    private S3TestServer edge;

    private final List<WireClient> clients = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            request.body();
            if (request.line().startsWith("POST")) {
                return request.answer(DELETED);
            }
            return request.line().contains("?versioning")
                    ? request.answer("403 Forbidden", "", REFUSED)
                    : request.answer("204 No Content", "", new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        for (WireClient client : clients) {
            client.close();
        }
        edge.close();
    }

    @Test
    void halfOfAListOfDeletionsHoldsMemoryOfItsTenantAlone() throws Exception {
        for (int i = 0; i < OF_ONE_TENANT; i++) {
            begin(S3TestServer.ALICE, "photos").send(new byte[LARGEST - 1]);
        }
        while (edge.memory.held() < OF_ONE_TENANT * (LARGEST - 16_384L)) {
            Thread.sleep(5);
        }

        WireClient tooMany = begin(S3TestServer.ALICE, "photos").send(new byte[1024 * 1024]);
        WireClient.Answer refused = tooMany.answer();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).contains("<Code>SlowDown</Code>");
        assertThat(refused.headers()).containsEntry("retry-after", "1");

        // A short document needs no lease, and another tenant has its own share.
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?tagging", "<Tagging><TagSet/></Tagging>")
                        .status())
                .isNotEqualTo(503);
        begin(S3TestServer.EVE, "loot").send(new byte[LARGEST / 2]);
        while (edge.memory.held() < OF_ONE_TENANT * (LARGEST - 16_384L) + LARGEST / 2 - 16_384L) {
            Thread.sleep(5);
        }

        stopClients();
        while (edge.memory.held() > 0) {
            Thread.sleep(5);
        }
    }

    @Test
    void whatADeletionCameToIsReadThoughNoRoomIsLeft() throws Exception {
        leaveNoRoom();

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "POST", "/photos?delete", "<Delete><Object><Key>a</Key></Object></Delete>");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(edge.ledger).containsExactly("begin a", "Deleted a");
    }

    @Test
    void refusedSettingIsToldThoughNoRoomIsLeftAndARefusedReadIsNot() throws Exception {
        leaveNoRoom();

        WireClient.Answer refused = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos?versioning",
                "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>");
        WireClient.Answer unread = edge.call(S3TestServer.ALICE, "GET", "/photos?versioning", "");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(unread.status()).isEqualTo(503);
    }

    private void leaveNoRoom() throws Exception {
        for (int i = 0; i < OF_ONE_TENANT; i++) {
            begin(S3TestServer.ALICE, "photos").send(new byte[LARGEST - 1]);
        }
        while (edge.memory.held() < OF_ONE_TENANT * (LARGEST - 16_384L)) {
            Thread.sleep(5);
        }
        FairBudget.Lease rest = edge.memory.lease(S3TestServer.ALICES);
        boolean isLeft = true;
        while (isLeft) {
            isLeft = rest.take(512);
        }
    }

    @Test
    void formsOfStrangersHoldMemoryOfTheirAddressAlone() throws Exception {
        int formsAtOnce = (int) (32L * 1024 * 1024 / 2 / FormSource.WINDOW_BYTES);
        for (int i = 0; i < formsAtOnce; i++) {
            beginForm();
        }
        while (edge.memory.held() < (long) formsAtOnce * FormSource.WINDOW_BYTES) {
            Thread.sleep(5);
        }

        assertThat(beginForm().answer().status()).isEqualTo(503);
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos/k", "").status())
                .isEqualTo(204);
    }

    private WireClient begin(String key, String bucket) throws IOException {
        WireClient client = edge.connect();
        clients.add(client);
        return client.send(edge.head(
                key,
                "POST",
                '/' + bucket + "?delete",
                "UNSIGNED-PAYLOAD",
                LARGEST,
                new HeaderField("Content-Type", "text/xml")));
    }

    private WireClient beginForm() throws IOException {
        WireClient client = edge.connect();
        clients.add(client);
        return client.send("POST /photos HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port()
                + "\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n--b\r\n");
    }

    private void stopClients() throws IOException {
        for (WireClient client : clients) {
            client.close();
        }
    }
}
