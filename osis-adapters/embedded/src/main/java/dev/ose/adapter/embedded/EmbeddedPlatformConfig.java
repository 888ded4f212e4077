package dev.ose.adapter.embedded;

import java.nio.file.Path;

/**
 * Where and how the embedded platform runs.
 *
 * @param dataDirectory holds the objects' bytes; made when missing; one process may use it at a time
 * @param port TCP port of its S3 service on 127.0.0.1; 0 takes a free one
 * @param region region that its S3 signatures are scoped to
 * @param connections how many its user opens to the S3 service at once; requests on all of them may wait there
 */
public record EmbeddedPlatformConfig(Path dataDirectory, int port, String region, int connections) {

    private static final int MAX_PORT = 65_535;
    private static final int DEFAULT_CONNECTIONS = 1_000;

    /** For a user that opens a thousand connections. */
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
