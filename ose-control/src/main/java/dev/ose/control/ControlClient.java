package dev.ose.control;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** The client side of the socket. Thread-safe: each command has a connection of its own. */
public final class ControlClient {

    /** The socket of a packaged keeper. */
    public static final Path STANDARD_SOCKET = Path.of("/run/ose/keeper.sock");

    private final Path socket;
    private final ControlLimits limits;

    public ControlClient(Path socket) {
        this(socket, ControlLimits.standard());
    }

    ControlClient(Path socket, ControlLimits limits) {
        this.socket = socket;
        this.limits = limits;
    }

    /**
     * Sends a command and blocks until its outcome arrives, or the keeper has been silent for three minutes. Any
     * failure is returned as a refusal, never thrown.
     */
    public Event.Outcome send(Command command, Consumer<Event.Progress> progress) {
        if (Files.notExists(socket)) {
            return away();
        }
        if (!Files.isWritable(socket)) {
            return ControlCode.NOT_PERMITTED.refusal(
                    "You may not use the keeper's socket " + socket + ".",
                    "Use sudo, or have an administrator add you to the group " + PeerRule.GROUP + ".");
        }
        byte[] line = JsonLinesCodec.line(command);
        if (line.length > limits.requestBytes()) {
            return ControlCode.TOO_LARGE.refusal(
                    "The command is larger than " + limits.requestBytes() + " bytes.", "Send less at once.");
        }
        try (SocketChannel keeper = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            say(keeper, line);
            return listen(keeper, progress);
        } catch (IOException | IllegalArgumentException e) {
            return away();
        }
    }

    private void say(SocketChannel keeper, byte[] line) {
        try {
            Deadline.enforce(keeper, limits.requestTime(), () -> LineFramer.write(keeper, line));
        } catch (IOException e) {
            // A keeper that refuses stops reading; its reason is read below.
        }
    }

    private Event.Outcome listen(SocketChannel keeper, Consumer<Event.Progress> progress) {
        LineFramer lines = new LineFramer(keeper, limits.eventBytes());
        while (true) {
            Optional<byte[]> line;
            try {
                line = Deadline.enforce(keeper, limits.silence(), lines::next);
            } catch (IOException e) {
                return unknown();
            }
            if (line.isEmpty()) {
                return unknown();
            }
            try {
                switch (JsonLinesCodec.event(line.get())) {
                    case Event.Progress going -> progress.accept(going);
                    case Event.Outcome outcome -> {
                        return outcome;
                    }
                }
            } catch (ControlException e) {
                return e.refusal();
            }
        }
    }

    private Event.Refusal away() {
        return ControlCode.KEEPER_AWAY.refusal(
                "No keeper listens on " + socket + ".", "Start it with systemctl start ose-keeper.");
    }

    private static Event.Refusal unknown() {
        return ControlCode.OUTCOME_UNKNOWN.refusal(
                "The keeper closed the connection before it reported the outcome; the command may have been carried"
                        + " out.",
                "Look at ose service status before you repeat it.");
    }
}
