package dev.ose.it;

import dev.ose.testkit.ReservedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Ports of this machine. */
public final class Ports {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private Ports() {}

    /** A port that is free now and that the system gives to no client until it is listened on. */
    public static int free() {
        return ReservedPort.find();
    }

    public static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Polls for an event in another process, which cannot be awaited otherwise. */
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
