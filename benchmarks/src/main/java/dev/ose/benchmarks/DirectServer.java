package dev.ose.benchmarks;

import java.net.InetSocketAddress;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The storage with nothing in front: what the load and the storage alone take.
 *
 * @param keys of a user of the storage
 * @param trust of clients; null for plain HTTP
 */
public record DirectServer(
        InetSocketAddress address, KeyPair keys, @Nullable SSLContext trust) implements ServerUnderTest {

    @Override
    public String name() {
        return "direct";
    }

    @Override
    public Stream<ProcessHandle> processes() {
        return Stream.empty();
    }

    @Override
    public void close() {}
}
