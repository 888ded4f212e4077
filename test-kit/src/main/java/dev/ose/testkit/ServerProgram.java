package dev.ose.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server that runs beside the tests and ends with their process, even if that is killed. Used by one thread. */
final class ServerProgram implements AutoCloseable {

    /** Ends the server when the input ends, which it does with the process that holds the other end. */
    private static final String SCRIPT = "\"$@\" </dev/null & child=$!; cat >/dev/null; kill $child; wait $child";

    private static final int START_TRIES = 600;
    private static final long TRY_MILLIS = 100;
    private static final long STOP_SECONDS = 20;

    private final String name;
    private final Process script;

    private ServerProgram(String name, Process script) {
        this.name = name;
        this.script = script;
    }

    /**
     * Blocks until it takes connections.
     *
     * @param command the program and its arguments
     * @param environment what it gets beside the environment of this process
     * @param log what it prints
     * @param ports all those on which it listens
     */
    static ServerProgram start(List<String> command, Map<String, String> environment, Path log, List<Integer> ports)
            throws IOException {
        String name = Path.of(command.getFirst()).getFileName().toString();
        List<String> words = new ArrayList<>(List.of("sh", "-c", SCRIPT, name));
        words.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        ServerProgram program = new ServerProgram(name, builder.start());
        program.awaitStart(log, ports);
        return program;
    }

    private void awaitStart(Path log, List<Integer> ports) throws IOException {
        try {
            for (int tries = 0; tries < START_TRIES; tries++) {
                if (ports.stream().allMatch(ServerProgram::isOpen)) {
                    return;
                }
                if (script.waitFor(TRY_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
        throw new IllegalStateException(name + " did not start: " + Files.readString(log));
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException closed) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            script.getOutputStream().close();
            if (!script.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " did not stop");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
