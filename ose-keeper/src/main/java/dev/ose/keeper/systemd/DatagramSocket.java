package dev.ose.keeper.systemd;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Sends datagrams to a Unix socket, which the JDK does not support: its Unix sockets are streams. A missing receiver is
 * no failure, so that a stopped supervisor does not stop the service.
 */
// Calling C is the purpose of this class; the compiler warns of each call because it may crash the JVM.
@SuppressWarnings("restricted")
final class DatagramSocket {

    private static final short FAMILY_UNIX = 1;
    private static final int TYPE_DATAGRAM_CLOSED_ON_EXEC = 2 | 0x80000;
    private static final int NO_SIGNAL_DO_NOT_WAIT = 0x4000 | 0x40;
    private static final int FAMILY_BYTES = 2;
    private static final int MAX_PATH_BYTES = 108;

    private final byte[] address;

    private DatagramSocket(byte[] address) {
        this.address = address;
    }

    /**
     * Opens the socket of this name, which begins with {@code /}, or with {@code @} for an abstract one; empty for
     * others.
     */
    static Optional<DatagramSocket> to(String name) {
        byte[] path = name.getBytes(StandardCharsets.UTF_8);
        if (path.length < 2 || path.length >= MAX_PATH_BYTES || (path[0] != '/' && path[0] != '@')) {
            return Optional.empty();
        }
        if (path[0] == '@') {
            path[0] = 0;
        }
        return Optional.of(new DatagramSocket(path));
    }

    void send(String message) {
        int socket = (int) call("socket", ValueLayout.JAVA_INT, (int) FAMILY_UNIX, TYPE_DATAGRAM_CLOSED_ON_EXEC, 0);
        if (socket < 0) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
            MemorySegment to = arena.allocate(FAMILY_BYTES + address.length, Short.BYTES);
            to.set(ValueLayout.JAVA_SHORT, 0, FAMILY_UNIX);
            MemorySegment.copy(address, 0, to, ValueLayout.JAVA_BYTE, FAMILY_BYTES, address.length);
            call(
                    "sendto",
                    ValueLayout.JAVA_LONG,
                    socket,
                    arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes),
                    (long) bytes.length,
                    NO_SIGNAL_DO_NOT_WAIT,
                    to,
                    (int) to.byteSize());
        } finally {
            call("close", ValueLayout.JAVA_INT, socket);
        }
    }

    private static Object call(String function, ValueLayout result, Object... arguments) {
        ValueLayout[] shapes = new ValueLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            shapes[i] = switch (arguments[i]) {
                case Integer number -> ValueLayout.JAVA_INT;
                case Long number -> ValueLayout.JAVA_LONG;
                default -> ValueLayout.ADDRESS;
            };
        }
        Linker linker = Linker.nativeLinker();
        MethodHandle handle = linker.downcallHandle(
                linker.defaultLookup().findOrThrow(function), FunctionDescriptor.of(result, shapes));
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(function + " cannot be called", e);
        }
    }
}
