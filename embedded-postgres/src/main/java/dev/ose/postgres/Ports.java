package dev.ose.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** Chooses the TCP port of a start. */
final class Ports {

    private Ports() {}

    /** The demanded port if it is free; for 0 the last start's port if it is free, otherwise any free one. */
    static int choose(int demanded, Path remembered) throws IOException {
        if (demanded != 0) {
            if (!isFree(demanded)) {
                throw new EmbeddedPostgresException("Port " + demanded + " on 127.0.0.1 is taken or not allowed. Stop"
                        + " what listens there (ss -ltnp shows it), or set the port to 0 for any free one.");
            }
            return demanded;
        }
        OptionalInt last = recall(remembered);
        if (last.isPresent() && isFree(last.getAsInt())) {
            return last.getAsInt();
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static void remember(Path file, int port) throws IOException {
        if (recall(file).orElse(0) != port) {
            ClusterDirectories.createFile(file);
            Files.writeString(file, port + "\n");
        }
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 1);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    private static OptionalInt recall(Path file) throws IOException {
        if (!Files.exists(file)) {
            return OptionalInt.empty();
        }
        try {
            int port = Integer.parseInt(Files.readString(file).strip());
            return port > 0 && port < 1 << 16 ? OptionalInt.of(port) : OptionalInt.empty();
        } catch (NumberFormatException torn) {
            return OptionalInt.empty();
        }
    }
}
