package dev.ose.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports for servers that are stopped and started again on the same one. A port of the ephemeral range is
 * unsuitable: while no server listens there, a client that connects may get that port as its local one, is then
 * connected with itself, and keeps the server from binding it again.
 */
public final class ReservedPort {

    private static final Path RANGE_OF_CLIENTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int LOWEST = 10_000;
    private static final int HIGHEST = 65_535;
    private static final String DEFAULT_RANGE_OF_CLIENTS = "32768 60999";
    private static final int MAX_CHARACTERS = 64;
    private static final int MAX_TRIES = 1_000;

    private ReservedPort() {}

    /** A port of 127.0.0.1 that is free now and outside the ephemeral range. */
    public static int find() {
        String[] clients = rangeOfClients().strip().split("\\s+", 2);
        int first = Integer.parseInt(clients[0]);
        int last = Integer.parseInt(clients[1]);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if ((port < first || port > last) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port outside of " + first + " to " + last + " is free");
    }

    /** One read: files of /proc/sys are empty at any other offset. */
    private static String rangeOfClients() {
        if (!Files.exists(RANGE_OF_CLIENTS)) {
            return DEFAULT_RANGE_OF_CLIENTS;
        }
        try (InputStream range = Files.newInputStream(RANGE_OF_CLIENTS)) {
            byte[] text = new byte[MAX_CHARACTERS];
            return new String(text, 0, range.read(text), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
