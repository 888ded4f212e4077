package dev.ose.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.JsonNodeFactory;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ControlSocketTest {

    private static final Command STATUS = new ServiceCommand(ServiceCommand.Action.STATUS);
    private static final Event.Outcome FINE = new Event.Answer(JsonNodeFactory.instance.stringNode("fine"));
    private static final ControlLimits PATIENT =
            new ControlLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), 4096, 4096, 1);
    private static final ControlLimits HASTY =
            new ControlLimits(Duration.ofMillis(50), Duration.ofMillis(50), 4096, 4096, 1);

    // Not JUnit's: the path of a socket must be short.
    private Path directory;
    private Path socket;
    private final LinkedBlockingQueue<Throwable> bugs = new LinkedBlockingQueue<>();
    private final List<ControlServer> servers = new ArrayList<>();

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("ctl");
        socket = directory.resolve("s");
    }

    @AfterEach
    void close() throws IOException {
        for (ControlServer server : servers) {
            server.close();
        }
        Files.deleteIfExists(socket);
        Files.delete(directory);
    }

    private void serve(CommandHandler handler, ControlLimits limits) throws ControlException {
        serve(PeerRule.standard(), handler, limits);
    }

    private void serve(PeerRule rule, CommandHandler handler, ControlLimits limits) throws ControlException {
        servers.add(ControlServer.open(
                socket,
                rule,
                handler,
                bugs::add,
                new ControlServer.Terms(limits, Thread.ofVirtual().factory())));
    }

    private Event.Outcome send(Command command) {
        return new ControlClient(socket).send(command, progress -> {});
    }

    private static String codeOf(Event.Outcome outcome) {
        return ((Event.Refusal) outcome).code();
    }

    @Test
    void progressArrivesInOrderBeforeTheAnswer() throws Exception {
        List<String> received = new ArrayList<>();
        serve(
                (command, progress) -> {
                    progress.accept(Event.Progress.of("first"));
                    progress.accept(new Event.Progress("second", 0.5));
                    return FINE;
                },
                PATIENT);

        Event.Outcome outcome = new ControlClient(socket).send(STATUS, progress -> received.add(progress.sentence()));

        assertThat(received).containsExactly("first", "second");
        assertThat(outcome).isEqualTo(FINE);
    }

    @Test
    void commandsArriveAsTheyWereSent() throws Exception {
        List<Command> sent = List.of(
                STATUS,
                new ConfigurationCommand("args.set", Map.of("key", "server.port"), Map.of(), true),
                new ConfigurationCommand("db.set", Map.of(), Map.of("secret", Secret.of("grün\n\"")), false),
                new NodeCommand("GET", "/api/v1/admin/tenants?name=a%20b", null),
                new NodeCommand(
                        "POST",
                        "/api/v1/admin/tenants",
                        JsonNodeFactory.instance.objectNode().put("name", "a")));
        List<Command> seen = new ArrayList<>();
        serve(
                (command, progress) -> {
                    seen.add(command);
                    return FINE;
                },
                PATIENT);

        sent.forEach(this::send);

        assertThat(seen).isEqualTo(sent);
    }

    @Test
    void secretsDoNotPrint() {
        assertThat(new ConfigurationCommand("db.set", Map.of(), Map.of("secret", Secret.of("hidden")), false))
                .asString()
                .doesNotContain("hidden");
        assertThat(new NodeCommand("POST", "/api/v1/a", JsonNodeFactory.instance.stringNode("hidden")))
                .asString()
                .doesNotContain("hidden");
        assertThat(new Event.Answer(JsonNodeFactory.instance.stringNode("hidden")))
                .asString()
                .doesNotContain("hidden");
    }

    @Test
    void strangerIsRefusedBeforeItsCommandIsRead() throws Exception {
        AtomicReference<Command> seen = new AtomicReference<>();
        serve(
                new PeerRule(Set.of("somebody-else"), "no-such-group"),
                (command, progress) -> {
                    seen.set(command);
                    return FINE;
                },
                PATIENT);

        Event.Outcome outcome = send(STATUS);

        assertThat(codeOf(outcome)).isEqualTo("OSE-3002");
        assertThat(seen).hasValue(null);
    }

    @Test
    void memberOfTheGroupIsAdmitted() throws Exception {
        String group = Files.readAttributes(directory, PosixFileAttributes.class)
                .group()
                .getName();
        serve(new PeerRule(Set.of("somebody-else"), group), (command, progress) -> FINE, PATIENT);

        assertThat(send(STATUS)).isEqualTo(FINE);
    }

    @Test
    void oversizedCommandIsRefused() throws Exception {
        serve((command, progress) -> FINE, PATIENT);

        Event.Outcome outcome =
                send(new ConfigurationCommand("args.set", Map.of("value", "x".repeat(100_000)), Map.of(), false));

        assertThat(codeOf(outcome)).isEqualTo("OSE-3004");
    }

    @Test
    void oversizedAnswerIsToldAsSuch() throws Exception {
        serve(
                (command, progress) -> new Event.Answer(JsonNodeFactory.instance.stringNode("x".repeat(100_000))),
                PATIENT);

        assertThat(codeOf(send(STATUS))).isEqualTo("OSE-3004");
    }

    @Test
    void halfALineIsNoCommand() throws Exception {
        AtomicReference<Command> seen = new AtomicReference<>();
        serve(
                (command, progress) -> {
                    seen.set(command);
                    return FINE;
                },
                PATIENT);

        try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            write(peer, new String(JsonLinesCodec.line(STATUS), StandardCharsets.UTF_8).strip());
            peer.shutdownOutput();

            assertThat(peer.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
        assertThat(seen).hasValue(null);
    }

    @Test
    void silentPeerIsCutOff() throws Exception {
        serve((command, progress) -> FINE, HASTY);

        try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            assertThat(isCutOffAfter(peer, "{")).isTrue();
        }
    }

    /** On a busy machine the peer may be cut off before it has written. */
    private static boolean isCutOffAfter(SocketChannel peer, String text) {
        try {
            write(peer, text);
            return peer.read(ByteBuffer.allocate(1)) == -1;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void silentKeeperLeavesTheOutcomeUnknown() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        serve(
                (command, progress) -> {
                    await(over);
                    return FINE;
                },
                PATIENT);

        Event.Outcome outcome = new ControlClient(socket, HASTY).send(STATUS, progress -> {});
        over.countDown();

        assertThat(codeOf(outcome)).isEqualTo("OSE-3007");
    }

    @Test
    void unknownFieldOfACommandIsNotOverlooked() throws Exception {
        AtomicReference<Command> seen = new AtomicReference<>();
        serve(
                (command, progress) -> {
                    seen.set(command);
                    return FINE;
                },
                PATIENT);

        String answer = say("{\"command\":\"service\",\"action\":\"STOP\",\"dryRun\":true}\n");

        assertThat(answer).contains("OSE-3003");
        assertThat(seen).hasValue(null);
    }

    @Test
    void unreadableCommandIsRefusedWithoutQuotingIt() throws Exception {
        serve((command, progress) -> FINE, PATIENT);

        for (String line : List.of("null", "{}", "[]", "{\"command\":\"x-hidden\"}", "\"hidden", "{} {}")) {
            assertThat(say(line + "\n")).contains("OSE-3003").doesNotContain("hidden");
        }
    }

    @Test
    void moreCommandsThanPlacesAreRefused() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        serve(
                (command, progress) -> {
                    begun.countDown();
                    await(over);
                    return FINE;
                },
                PATIENT);
        CompletableFuture<Event.Outcome> first = CompletableFuture.supplyAsync(() -> send(STATUS));
        await(begun);

        Event.Outcome second = send(STATUS);
        over.countDown();

        assertThat(codeOf(second)).isEqualTo("OSE-3006");
        assertThat(first.get()).isEqualTo(FINE);
    }

    @Test
    void failedHandlerIsTold() throws Exception {
        serve(
                (command, progress) -> {
                    throw new IllegalStateException("a bug");
                },
                PATIENT);

        assertThat(codeOf(send(STATUS))).isEqualTo("OSE-3999");
        assertThat(bugs.poll(1, TimeUnit.MINUTES)).hasMessage("a bug");
    }

    @Test
    void handlerThatRunsOutOfStackOrHeapAnswersAndIsReported() throws Exception {
        serve(
                (command, progress) -> switch (command) {
                    case ConfigurationCommand it when it.verb().equals("stack") -> recurse(it);
                    case ConfigurationCommand _ -> throw new AssertionError(new long[Integer.MAX_VALUE].length);
                    default -> FINE;
                },
                PATIENT);

        for (String verb : List.of("stack", "heap")) {
            Event.Outcome outcome = send(new ConfigurationCommand(verb, Map.of(), Map.of(), false));

            assertThat(codeOf(outcome)).isEqualTo("OSE-3999");
        }
        assertThat(bugs.poll(1, TimeUnit.MINUTES)).isInstanceOf(StackOverflowError.class);
        assertThat(bugs.poll(1, TimeUnit.MINUTES)).isInstanceOf(OutOfMemoryError.class);
        assertThat(send(STATUS)).isEqualTo(FINE);
    }

    @SuppressWarnings("InfiniteRecursion") // which is what the test is about
    private static Event.Outcome recurse(Command command) {
        return recurse(command);
    }

    @Test
    void callerThatWentAwayDoesNotStopItsCommand() throws Exception {
        CompletableFuture<Command> handled = new CompletableFuture<>();
        CountDownLatch gone = new CountDownLatch(1);
        serve(
                (command, progress) -> {
                    await(gone);
                    progress.accept(Event.Progress.of("still at it"));
                    handled.complete(command);
                    return FINE;
                },
                PATIENT);

        try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            peer.write(ByteBuffer.wrap(JsonLinesCodec.line(STATUS)));
        }
        gone.countDown();

        assertThat(handled.get()).isEqualTo(STATUS);
    }

    @Test
    void nobodyListeningIsTold() throws Exception {
        assertThat(codeOf(send(STATUS))).isEqualTo("OSE-3001");
    }

    @Test
    void socketIsForOwnerAndGroupOnlyAndGoesWithTheServer() throws Exception {
        serve((command, progress) -> FINE, PATIENT);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-rw----");

        servers.getFirst().close();
        assertThat(socket).doesNotExist();
    }

    @Test
    void leftoverSocketIsReplacedButNothingElse() throws Exception {
        serve((command, progress) -> FINE, PATIENT);
        serve((command, progress) -> FINE, PATIENT);

        assertThat(send(STATUS)).isEqualTo(FINE);

        servers.getLast().close();
        Files.writeString(socket, "precious");
        assertThatThrownBy(() -> serve((command, progress) -> FINE, PATIENT))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("OSE-3008");
        assertThat(socket).hasContent("precious");
    }

    @Test
    void nodeCommandTakesOnlyPathsOfTheApi() {
        for (String path : List.of("/", "/other", "/api/v1/a b", "/api/v1/a\r\nHost: x", "http://x/api/v1/a", "")) {
            assertThatThrownBy(() -> new NodeCommand("GET", path, null)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new NodeCommand("TRACE", "/api/v1/a", null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private String say(String line) throws IOException {
        try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            write(peer, line);
            return new LineFramer(peer, 4096)
                    .next()
                    .map(answer -> new String(answer, StandardCharsets.UTF_8))
                    .orElse("");
        }
    }

    private static void write(SocketChannel peer, String text) throws IOException {
        for (ByteBuffer bytes = StandardCharsets.UTF_8.encode(text); bytes.hasRemaining(); ) {
            peer.write(bytes);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
