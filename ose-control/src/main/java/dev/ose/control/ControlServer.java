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
 * The end of a socket where commands are carried out, the keeper's above all: one command a connection, each on a thread of its
 * own. Closing it ends every conversation; handlers then tell nobody.
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
     * How conversations are held.
     *
     * @param threads one for each, and one that waits for them
     */
    record Terms(ControlLimits limits, ThreadFactory threads) {

        static Terms standard() {
            return new Terms(
                    ControlLimits.standard(), Thread.ofVirtual().name("control").factory());
        }
    }

    /**
     * Opens the socket, of mode 0660 and of the rule's group if that exists. Whoever calls this must know that no other
     * keeper uses the path: a socket that is there is taken for a leftover.
     *
     * @param bugs told what a handler threw
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

    /** Where the group does not exist, as on a developer's machine, root and the keeper's account remain. */
    private static void give(Path socket, String name) throws IOException {
        GroupPrincipal group;
        try {
            group = socket.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
        } catch (UserPrincipalNotFoundException e) {
            return;
        }
        PosixFileAttributeView view = Files.getFileAttributeView(socket, PosixFileAttributeView.class);
        // The node's unit may not even ask for what is so already.
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

    /** Out of file descriptors or memory, most likely: asking at once again would only burn the processor. */
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
            // The caller went away; whatever it asked for is done or refused all the same.
        }
    }

    // Errors, too: a command that ran out of stack or heap has given both back when it ends here, and the caller waits.
    private void answer(SocketChannel peer) throws IOException {
        try {
            tell(peer, converse(peer));
        } catch (RuntimeException | Error e) {
            bugs.accept(e);
            tell(
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
            return handler.handle(read(peer), progress -> tellQuietly(peer, progress));
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

    private void tellQuietly(SocketChannel peer, Event event) {
        try {
            tell(peer, event);
        } catch (IOException e) {
            // As in serve.
        }
    }

    private void tell(SocketChannel peer, Event event) throws IOException {
        byte[] line = JsonLinesCodec.line(event);
        if (line.length > limits.eventBytes()) {
            line = JsonLinesCodec.line(ControlCode.TOO_LARGE.refusal(
                    "The answer is larger than " + limits.eventBytes() + " bytes.", "Ask for less at once."));
        }
        byte[] told = line;
        synchronized (peer) {
            Deadline.enforce(peer, limits.requestTime(), () -> LineFramer.write(peer, told));
        }
    }

    /** Takes no more commands and removes the socket. */
    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(socket);
    }
}
