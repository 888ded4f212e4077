package dev.ose.server.admin.login;

import dev.ose.server.admin.access.account.AdministratorStore;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Creates the first administrator, {@value #NAME}, with a random password in a file of the data directory. Does nothing
 * if administrators exist. A crash leaves at most the file, which the next start then uses.
 */
public final class FirstAdmin {

    /** The name of the first administrator. */
    public static final String NAME = "admin";

    /** The file, directly in the data directory, mode 0600. */
    public static final String FILE = "admin-password";

    private static final int RANDOM_BYTES = 24;

    private final AdministratorStore administrators;
    private final Passwords passwords;
    private final SecureRandom random;

    public FirstAdmin(AdministratorStore administrators, Passwords passwords, SecureRandom random) {
        this.administrators = administrators;
        this.passwords = passwords;
        this.random = random;
    }

    /** Blocks on disk and database. */
    public void makeIfNone(DataDirectory directory) {
        if (!administrators.isEmpty()) {
            return;
        }
        try {
            if (Files.notExists(directory.resolve(FILE))) {
                byte[] bytes = new byte[RANDOM_BYTES];
                random.nextBytes(bytes);
                directory.writePrivately(
                        FILE, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n");
            }
            String kept = Files.readString(directory.resolve(FILE)).strip();
            administrators.add(NAME, passwords.hash(kept), false);
        } catch (IOException e) {
            throw new StartException(
                    StartException.Code.DATA_DIRECTORY,
                    "The first administrator's password cannot be written to " + directory.resolve(FILE)
                            + ". Make the data directory writable.",
                    e);
        }
    }
}
