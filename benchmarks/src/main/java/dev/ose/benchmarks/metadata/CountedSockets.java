package dev.ose.benchmarks.metadata;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;
import javax.net.SocketFactory;

/**
 * Sockets to a database, named in its URL by {@code socketFactory}, that count what passes through all of them: a round
 * trip is an answer that begins after something was sent. Thread-safe.
 */
public final class CountedSockets extends SocketFactory {

    private static final LongAdder ROUND_TRIPS = new LongAdder();
    private static final LongAdder RECEIVED = new LongAdder();

    static long roundTrips() {
        return ROUND_TRIPS.sum();
    }

    static long receivedBytes() {
        return RECEIVED.sum();
    }

    @Override
    public Socket createSocket() {
        return new Counted();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("the driver connects a socket by itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException("the driver connects a socket by itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("the driver connects a socket by itself");
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException("the driver connects a socket by itself");
    }

    private static final class Counted extends Socket {

        private volatile boolean isAsked;

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                    int read = in.read(into, offset, length);
                    if (read > 0) {
                        RECEIVED.add(read);
                        if (isAsked) {
                            isAsked = false;
                            ROUND_TRIPS.increment();
                        }
                    }
                    return read;
                }
            };
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] from, int offset, int length) throws IOException {
                    isAsked = true;
                    out.write(from, offset, length);
                }
            };
        }
    }
}
