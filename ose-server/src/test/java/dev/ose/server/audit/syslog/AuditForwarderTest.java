package dev.ose.server.audit.syslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditForwarder;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditReceiver;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.GroupCommitTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.audit.jdbc.JdbcAuditOutbox;
import dev.ose.server.audit.jdbc.JdbcAuditTables;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.event.webhook.AuditWebhook;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Copies of the audit log reach servers on loopback. */
@Timeout(120)
class AuditForwarderTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private GroupCommitTrail trail;
    private JdbcAuditOutbox outbox;

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
        trail = GroupCommitTrail.start(
                new JdbcAuditTables(node.database, "node-1", List.of("SYSLOG", "WEBHOOK")),
                Clock.systemUTC(),
                new Random(3));
        outbox = new JdbcAuditOutbox(node.database);
    }

    @AfterEach
    void close() {
        trail.close();
    }

    private Job forward(AuditReceiver receiver) {
        return AuditForwarder.start(
                RecordedJobs.jobs(), new AdvisoryLocks(node.database), receiver, outbox, Clock.systemUTC());
    }

    private static AuditTrail.Call call(String operation) {
        AuditActor actor = new AuditActor("\u00e4nn", LoginKind.PASSWORD, null, "::1", AuditActor.Acting.FOR_ITSELF);
        return new AuditTrail.Call("REQ", AuditSource.ADMIN, operation, actor, AuditTarget.SERVICE);
    }

    private String next() throws InterruptedException {
        String message = received.poll(60, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return message;
    }

    private long waiting(AuditReceiver.Kind kind) {
        return outbox.waiting(kind, 100);
    }

    /** A job that is stopped between the receiver's answer and the commit sends its entries again. */
    private void awaitConfirmation(AuditReceiver.Kind kind) {
        await().atMost(Duration.ofMinutes(1)).until(() -> waiting(kind) == 0);
    }

    private static SyslogReceiver syslog(String scheme, int port) {
        return new SyslogReceiver(URI.create(scheme + "://127.0.0.1:" + port), SocketFactory.getDefault());
    }

    /** Reads the messages of each connection, as a server of RFC 6587 does. */
    private void serve(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                InputStream in = client.getInputStream();
                for (int digit = in.read(); digit >= 0; digit = in.read()) {
                    int length = 0;
                    for (; digit != ' '; digit = in.read()) {
                        length = length * 10 + digit - '0';
                    }
                    received.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
                }
            } catch (IOException closed) {
                return;
            }
        }
    }

    @Test
    void endedCallsReachSyslogInOrderAndAreConfirmed() throws Exception {
        trail.record(call("SignIn"), new AuditOutcome(401, "OSE-2106"));
        AuditId open = trail.begin(call("DeleteUser"), AuditTrail.Durability.WITH_THE_CHANGE);
        trail.record(call("CreateUser"), new AuditOutcome(201, ""));
        try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> serve(listening));
            Job job = forward(syslog("tcp", listening.getLocalPort()));
            try {
                assertThat(next())
                        .startsWith("<108>1 20")
                        .contains(" node-1 ose - SignIn - {\"id\":\"")
                        .contains("\"actor\":\"\\u00E4nn\"", "\"status\":401", "\"code\":\"OSE-2106\"");
                assertThat(next()).startsWith("<109>1 20").contains(" CreateUser - {");
                assertThat(received).isEmpty();

                trail.end(open, new AuditOutcome(204, ""));

                assertThat(next()).contains(" DeleteUser - {", open.toString());
                awaitConfirmation(AuditReceiver.Kind.SYSLOG);
            } finally {
                job.close();
            }
        }
        assertThat(waiting(AuditReceiver.Kind.WEBHOOK)).isEqualTo(3);
    }

    @Test
    void whatAServerDoesNotTakeWaits() throws Exception {
        trail.record(call("CreateUser"), new AuditOutcome(201, ""));
        int port;
        try (ServerSocket gone = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }

        assertThat(syslog("tcp", port)
                        .send(outbox.due(
                                AuditReceiver.Kind.SYSLOG, Clock.systemUTC().instant(), 10)))
                .hasValueSatisfying(problem -> assertThat(problem).contains("cannot be reached"));
        assertThat(waiting(AuditReceiver.Kind.SYSLOG)).isEqualTo(1);
    }

    @Test
    void datagramsCarryOneEntryEach() throws Exception {
        trail.record(call("CreateUser"), new AuditOutcome(201, ""));
        try (DatagramSocket listening = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Job job = forward(syslog("udp", listening.getLocalPort()));
            try {
                DatagramPacket packet = new DatagramPacket(new byte[8192], 8192);
                listening.receive(packet);

                assertThat(new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII))
                        .startsWith("<109>1 ")
                        .contains(" CreateUser - {");
            } finally {
                job.close();
            }
        }
    }

    @Test
    void postsAreSignedAndRepeatedUntilTheyAreTaken() throws Exception {
        trail.record(call("CreateUser"), new AuditOutcome(201, ""));
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/audit", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(exchange.getRequestHeaders().getFirst("X-OSE-Signature") + ' ' + body);
            exchange.sendResponseHeaders(received.size() == 1 ? 500 : 204, -1);
            exchange.close();
        });
        http.start();
        URI target = URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/audit");
        try (AuditWebhook webhook =
                AuditWebhook.open(target, Secret.of("secret"), OutboundRoutes.direct(), Clock.systemUTC())) {
            assertThat(webhook.send(outbox.due(
                            AuditReceiver.Kind.WEBHOOK, Clock.systemUTC().instant(), 10)))
                    .contains("The receiver answered 500.");
            Job job = forward(webhook);
            try {
                assertThat(next()).startsWith("t=").contains(",v1=", "{\"entries\":[{", "\"operation\":\"CreateUser\"");
                assertThat(next()).contains("CreateUser");
                awaitConfirmation(AuditReceiver.Kind.WEBHOOK);
            } finally {
                job.close();
            }
        } finally {
            http.stop(0);
        }
    }
}
