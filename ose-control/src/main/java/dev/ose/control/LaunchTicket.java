package dev.ose.control;

import dev.ose.adapter.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * What a keeper gives the node that it starts, in a file of its own directory.
 *
 * @param name of this one start, by which the node is known again
 * @param login what the keeper shows the node's admin API, during this one run of it
 */
public record LaunchTicket(String name, Secret login) {

    private static final String FILE = "server.login";
    private static final int LOGIN_BYTES = 32;

    /** Like no other before. */
    public static LaunchTicket fresh(SecureRandom random) {
        byte[] bytes = new byte[LOGIN_BYTES];
        random.nextBytes(bytes);
        return new LaunchTicket(
                UUID.randomUUID().toString(),
                Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
    }

    /** Replaces what the directory said of an older launch. */
    public void write(Path directory) throws IOException {
        JsonFiles.write(directory.resolve(FILE), this);
    }

    /** The newest launch that the directory tells of. */
    public static Optional<LaunchTicket> read(Path directory) throws IOException {
        return JsonFiles.read(directory.resolve(FILE), LaunchTicket.class);
    }
}
