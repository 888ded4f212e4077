package dev.ose.control;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * The keeper's ticket for a node that it starts, a file in its directory.
 *
 * @param name identifies this start
 * @param login the keeper's login at the node's admin API, valid for this run only
 */
public record LaunchTicket(String name, Secret login) {

    private static final String FILE = "server.login";
    private static final int LOGIN_BYTES = 32;

    /** A ticket with a random name and login. */
    public static LaunchTicket fresh(SecureRandom random) {
        byte[] bytes = new byte[LOGIN_BYTES];
        random.nextBytes(bytes);
        return new LaunchTicket(
                UUID.randomUUID().toString(),
                Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
    }

    /** Replaces the ticket of an older launch. */
    public void write(Path directory) throws IOException {
        JsonFiles.write(directory.resolve(FILE), this);
    }

    /** The newest ticket in the directory. */
    public static Optional<LaunchTicket> read(Path directory) throws IOException {
        return JsonFiles.read(directory.resolve(FILE), LaunchTicket.class);
    }
}
