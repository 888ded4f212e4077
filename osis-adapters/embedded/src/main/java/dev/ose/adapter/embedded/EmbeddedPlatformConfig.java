package dev.ose.adapter.embedded;

import java.nio.file.Path;

/**
 * Where and how the embedded platform runs.
 *
 * @param dataDirectory holds the objects' bytes; made when missing; one process may use it at a time
 * @param port TCP port of its S3 service on 127.0.0.1; 0 takes a free one
 * @param region region that its S3 signatures are scoped to
 */
public record EmbeddedPlatformConfig(Path dataDirectory, int port, String region) {

    private static final int MAX_PORT = 65_535;

    public EmbeddedPlatformConfig {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be 0 (any free one) to 65535, not " + port);
        }
        if (region.isBlank()) {
            throw new IllegalArgumentException("region is blank");
        }
    }
}
