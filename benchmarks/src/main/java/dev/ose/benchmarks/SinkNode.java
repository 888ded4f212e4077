package dev.ose.benchmarks;

import dev.ose.server.app.OseServer;
import java.net.URI;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The program of the measured node: the node's own, over the {@link NullStorage} instead of a platform of its options.
 */
public final class SinkNode {

    /** The system property with the sink's address. */
    static final String ENDPOINT = "ose.benchmarks.sink";

    private SinkNode() {}

    /** Takes a node's arguments. */
    public static void main(String[] arguments) {
        URI endpoint = URI.create(Objects.requireNonNull(System.getProperty(ENDPOINT), ENDPOINT));
        // Probes would fail, because the sink stores nothing, so the declared capabilities are used.
        String[] unprobed = Stream.concat(Stream.of(arguments), Stream.of("--oss.platform.probe=false"))
                .toArray(String[]::new);
        OseServer.run(unprobed, (configuration, directory, database, keyring, clock) -> new SinkPlatform(endpoint));
    }
}
