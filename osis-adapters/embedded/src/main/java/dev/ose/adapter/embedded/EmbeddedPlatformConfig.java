package dev.ose.adapter.embedded;

import java.nio.file.Path;

/**
 * Settings of the embedded platform.
 *
 * @param dataDirectory holds the objects' bytes; created if missing; one process may use it at a time
 * @param port TCP port of its S3 service on 127.0.0.1; 0 selects a free one
 * @param region region of its S3 signatures
 * @param connections the number of concurrent connections that the node opens to the S3 service
 */
public record EmbeddedPlatformConfig(Path dataDirectory, int port, String region, int connections) {

    private static final int MAX_PORT = 65_535;
    private static final int DEFAULT_CONNECTIONS = 1_000;

    /** For a node that opens a thousand connections. */
    public EmbeddedPlatformConfig(Path dataDirectory, int port, String region) {
        this(dataDirectory, port, region, DEFAULT_CONNECTIONS);
    }

    public EmbeddedPlatformConfig {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be 0 (any free one) to 65535, not " + port);
        }
        if (region.isBlank()) {
            throw new IllegalArgumentException("region is blank");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("connections must be at least 1, not " + connections);
        }
    }
}
