package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.Certificate;
import dev.ose.benchmarks.KeyPair;
import dev.ose.benchmarks.NodeProgram;
import dev.ose.benchmarks.NullStorage;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The storage that costs next to nothing.
 *
 * @param storage what answers
 */
record NullBackend(NullStorage storage) implements Backend {

    static final String NAME = "null";

    static NullBackend start(@Nullable Certificate certificate) {
        return new NullBackend(NullStorage.start(Runtime.getRuntime().availableProcessors(), certificate));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public URI endpoint() {
        return storage.endpoint();
    }

    @Override
    public KeyPair keys() {
        return KeyPair.ANY;
    }

    @Override
    public NodeProgram nodeProgram() {
        return NodeProgram.over(storage.endpoint());
    }

    @Override
    public boolean isStoring() {
        return false;
    }

    @Override
    public void close() {
        storage.close();
    }
}
