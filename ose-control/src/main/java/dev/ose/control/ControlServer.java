package dev.ose.control;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;

/**
 * The server side of the socket, chiefly the keeper's: one command per connection, each on a thread of its own. Closing
 * it closes all connections; handlers may continue without a receiver.
 */
public final class ControlServer implements AutoCloseable {

    private static final String MODE = "rw-rw----";

    private final Path socket;
    private final ServerSocketChannel listener;
    private final PeerRule rule;
    private final CommandHandler handler;
    private final Consumer<Throwable> bugs;
    private final ControlLimits limits;
    private final ThreadFactory threads;
    private final Semaphore places;

    private ControlServer(
            Path socket,
            ServerSocketChannel listener,
            PeerRule rule,
            CommandHandler handler,
            Consumer<Throwable> bugs,
            Terms terms) {
        this.socket = socket;
        this.listener = listener;
        this.rule = rule;
        this.handler = handler;
        this.bugs = bugs;
        this.limits = terms.limits();
        this.threads = terms.threads();
        this.places = new Semaphore(limits.commands());
    }

    /**
     * Settings of connections.
     *
     * @param threads one per connection, and one that accepts them
     */
    record Terms(ControlLimits limits, ThreadFactory threads) {

        static Terms standard() {
            return new Terms(
                    ControlLimits.standard(), Thread.ofVirtual().name("control").factory());
        }
    }

    /**
     * Opens the socket with mode 0660 and the rule's group if that exists. The caller ensures that no other keeper uses
     * the path: an existing socket is deleted as stale.
     *
     * @param bugs receives what a handler throws
     * @throws ControlException if the socket cannot be opened
     */
    public static ControlServer open(Path socket, PeerRule rule, CommandHandler handler, Consumer<Throwable> bugs)
            throws ControlException {
        return open(socket, rule, handler, bugs, Terms.standard());
    }

    static ControlServer open(Path socket, PeerRule rule, CommandHandler handler, Consumer<Throwable> bugs, Terms terms)
            throws ControlException {
        try {
            ControlServer server = new ControlServer(socket, listen(socket, rule.group()), rule, handler, bugs, terms);
            terms.threads().newThread(server::accept).start();
            return server;
        } catch (IOException | IllegalArgumentException e) {
            throw new ControlException(ControlCode.SOCKET.refusal(
                    "The control socket " + socket + " cannot be opened: " + e + ".",
                    "Make its directory one that user " + System.getProperty("user.name")
                            + " may write, with a path of less than 108 characters."));
        }
    }

    private static ServerSocketChannel listen(Path socket, String group) throws IOException {
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.isRegularFile(socket, LinkOption.NOFOLLOW_LINKS) || Files.isDirectory(socket)) {
                throw new IOException("there is something else than a socket");
            }
            Files.delete(socket);
        }
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listener.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString(MODE));
            give(socket, group);
            return listener;
        } catch (IOException | IllegalArgumentException e) {
            listener.close();
            throw e;
        }
    }

    /** If the group does not exist, as on a developer's machine, only root and the keeper's account have access. */
    private static void give(Path socket, String name) throws IOException {
        GroupPrincipal group;
        try {
            group = socket.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
        } catch (UserPrincipalNotFoundException e) {
            return;
        }
        PosixFileAttributeView view = Files.getFileAttributeView(socket, PosixFileAttributeView.class);
        // Not changed if already so: the node's unit lacks the permission even for that.
        if (!view.readAttributes().group().equals(group)) {
            view.setGroup(group);
        }
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel peer = listener.accept();
                threads.newThread(() -> serve(peer)).start();
            } catch (IOException | RuntimeException | Error e) {
                if (listener.isOpen()) {
                    bugs.accept(e);
                    pause();
                }
            }
        }
    }

    /** Most likely out of file descriptors or memory: retrying immediately would only burn the processor. */
    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(100));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(SocketChannel peer) {
        try (peer) {
            answer(peer);
        } catch (IOException e) {
            // The caller disconnected; its command is completed or refused all the same.
        }
    }

    // Errors, too: a command that ran out of stack or heap has released both at this point, and the caller waits.
    private void answer(SocketChannel peer) throws IOException {
        try {
            send(peer, converse(peer));
        } catch (RuntimeException | Error e) {
            bugs.accept(e);
            send(
                    peer,
                    ControlCode.UNEXPECTED.refusal(
                            "The command ended in an error of the keeper ("
                                    + e.getClass().getSimpleName() + ").",
                            "Its log says more: journalctl -u ose-keeper."));
        }
    }

    private Event.Outcome converse(SocketChannel peer) throws IOException {
        if (!rule.admits(peer.getOption(ExtendedSocketOptions.SO_PEERCRED))) {
            return ControlCode.NOT_PERMITTED.refusal(
                    "Only root and the members of the group " + rule.group() + " may command the keeper.",
                    "Use sudo, or have an administrator add you to the group " + rule.group() + ".");
        }
        if (!places.tryAcquire()) {
            return ControlCode.BUSY.refusal(
                    "The keeper is busy with " + limits.commands() + " other commands.", "Try again in a moment.");
        }
        try {
            return handler.handle(read(peer), progress -> sendQuietly(peer, progress));
        } catch (ControlException e) {
            return e.refusal();
        } finally {
            places.release();
        }
    }

    private Command read(SocketChannel peer) throws IOException, ControlException {
        Optional<byte[]> line;
        try {
            line = Deadline.enforce(peer, limits.requestTime(), new LineFramer(peer, limits.requestBytes())::next);
        } catch (LineFramer.TooLongException e) {
            throw new ControlException(ControlCode.TOO_LARGE.refusal(
                    "The command is larger than " + limits.requestBytes() + " bytes.", "Send less at once."));
        }
        return JsonLinesCodec.command(line.orElseThrow(() -> new IOException("the caller broke off")));
    }

    private void sendQuietly(SocketChannel peer, Event event) {
        try {
            send(peer, event);
        } catch (IOException e) {
            // As in serve.
        }
    }

    private void send(SocketChannel peer, Event event) throws IOException {
        byte[] line = JsonLinesCodec.line(event);
        if (line.length > limits.eventBytes()) {
            line = JsonLinesCodec.line(ControlCode.TOO_LARGE.refusal(
                    "The answer is larger than " + limits.eventBytes() + " bytes.", "Ask for less at once."));
        }
        byte[] sent = line;
        synchronized (peer) {
            Deadline.enforce(peer, limits.requestTime(), () -> LineFramer.write(peer, sent));
        }
    }

    /** Stops accepting commands and deletes the socket. */
    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(socket);
    }
}
