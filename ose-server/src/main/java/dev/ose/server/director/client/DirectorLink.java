package dev.ose.server.director.client;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.net.URI;

/**
 * How Cloud Director is reached.
 *
 * @param url without a path
 * @param login of our own user, with its organisation after an {@code @}
 * @param secret of that user; read at each login, so that a changed file counts without a restart
 */
public record DirectorLink(URI url, String login, SecretSource secret) {

    /** Reads a secret. Blocks on the disk. */
    @FunctionalInterface
    public interface SecretSource {

        /** The message of a failure names the file. */
        Secret read() throws IOException;
    }
}
