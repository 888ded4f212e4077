package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.KeyPair;
import dev.ose.benchmarks.NodeProgram;
import java.net.InetSocketAddress;
import java.net.URI;

/** The storage that all programs of an arena stand in front of. */
interface Backend extends AutoCloseable {

    /** As it appears in the report. */
    String name();

    /** Where its S3 service listens. */
    URI endpoint();

    /** The same as a socket's address. */
    default InetSocketAddress address() {
        return new InetSocketAddress(endpoint().getHost(), endpoint().getPort());
    }

    /** The keys of a user that may create buckets. */
    KeyPair keys();

    /** A node over this storage. */
    NodeProgram nodeProgram();

    /** Whether an object must be written before it can be read. */
    boolean isStoring();

    @Override
    void close();
}
