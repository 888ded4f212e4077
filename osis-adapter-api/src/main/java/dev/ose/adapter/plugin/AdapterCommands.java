package dev.ose.adapter.plugin;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The commands {@code ose KIND admin} and {@code ose KIND s3} of a platform, each with {@code set}, {@code show} and
 * {@code unset}; {@code ose KIND console} needs no description.
 *
 * @param description what kind of platform it is, as a sentence
 * @param admin where the platform is administered
 * @param s3 where its S3 service answers
 */
public record AdapterCommands(String description, Side admin, Side s3) {

    /**
     * One side of a platform: the options that its command sets.
     *
     * @param url where it answers
     * @param region that requests to it are signed for; absent if there is none to choose
     * @param user who logs in; absent for a side without a login, or one whose secret says it all
     * @param secret of the login
     */
    public record Side(
            AdapterOption<URI> url,
            @Nullable AdapterOption<String> region,
            @Nullable AdapterOption<String> user,
            @Nullable AdapterOption<Path> secret) {

        public Side {
            if (secret != null && !secret.isSecretFile()) {
                throw new IllegalArgumentException(secret.key() + " is no file with a secret");
            }
            if (user != null && secret == null) {
                throw new IllegalArgumentException(user.key() + " is a login without a secret");
            }
        }

        /** A side without a login. */
        public static Side open(AdapterOption<URI> url, @Nullable AdapterOption<String> region) {
            return new Side(url, region, null, null);
        }
    }
}
