package dev.ose.benchmarks;

import java.net.InetSocketAddress;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The {@link NullStorage} with nothing in front: what the load and the storage alone take. */
record DirectServer(InetSocketAddress address, @Nullable SSLContext trust) implements ServerUnderTest {

    @Override
    public String name() {
        return "direct";
    }

    @Override
    public KeyPair keys() {
        return KeyPair.ANY;
    }

    @Override
    public Stream<ProcessHandle> processes() {
        return Stream.empty();
    }

    @Override
    public void close() {}
}
