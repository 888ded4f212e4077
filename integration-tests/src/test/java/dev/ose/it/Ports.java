package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Ports of this machine. */
public final class Ports {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private Ports() {}

    /** A port that nobody listens on at the moment. */
    public static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Looks at something that happens in another process, which tells nobody, until it has happened. */
    public static void await(String what, Duration limit, BooleanSupplier happened) {
        long end = System.nanoTime() + limit.toNanos();
        while (!happened.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(what + " did not happen within " + limit);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }
}
