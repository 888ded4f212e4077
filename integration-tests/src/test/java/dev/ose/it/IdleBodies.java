package dev.ose.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections of one login from many addresses to the admin API, each with the beginning of a body that never ends. */
final class IdleBodies implements AutoCloseable {

    private final List<SocketChannel> open = new ArrayList<>();
    private final ByteBuffer answer = ByteBuffer.allocate(4096);

    private IdleBodies() {}

    static IdleBodies begin(SupervisedNode node, SupervisedNode.Login login, int connections, int addresses) {
        IdleBodies bodies = new IdleBodies();
        byte[] head = ("POST " + login.path()
                        + "/credentials HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Authorization: " + login.authorization() + "\r\nContent-Length: 50\r\n\r\n{")
                .getBytes(StandardCharsets.US_ASCII);
        try {
            for (int i = 0; i < connections; i++) {
                bodies.open.add(begun(node.adminAddress(), "127.0.1." + (i % addresses + 1), head));
            }
            return bodies;
        } catch (IOException e) {
            bodies.close();
            throw new UncheckedIOException(e);
        }
    }

    private static SocketChannel begun(InetSocketAddress target, String from, byte[] head) throws IOException {
        SocketChannel connection = SocketChannel.open();
        connection.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        connection.connect(target);
        connection.write(ByteBuffer.wrap(head));
        connection.configureBlocking(false);
        return connection;
    }

    /** How many the node has not closed yet. */
    int left() {
        open.removeIf(connection -> {
            boolean isEnded = isEnded(connection);
            if (isEnded) {
                close(connection);
            }
            return isEnded;
        });
        return open.size();
    }

    private boolean isEnded(SocketChannel connection) {
        try {
            int read;
            do {
                read = connection.read(answer.clear());
            } while (read > 0);
            return read < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private static void close(SocketChannel connection) {
        try {
            connection.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        open.forEach(IdleBodies::close);
        open.clear();
    }
}
