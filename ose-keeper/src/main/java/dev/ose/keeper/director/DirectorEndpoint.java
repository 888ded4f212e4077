package dev.ose.keeper.director;

import dev.ose.adapter.Secret;
import dev.ose.config.DirectorOptions;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How to reach Cloud Director.
 *
 * @param url without a path
 * @param user an administrator, with or without the organisation after an @
 * @param fingerprint of the only certificate to trust; absent to use Java's trust store
 */
public record DirectorEndpoint(
        URI url, String user, Secret secret, @Nullable String fingerprint) {

    /** The user with its organisation; the provider's own if none is given. */
    String login() {
        return DirectorOptions.login(user);
    }

    /** Whether the user belongs to the provider's own organisation. */
    boolean isOfProvider() {
        return login().toLowerCase(Locale.ROOT).endsWith("@system");
    }
}
