package dev.ose.keeper.director;

import dev.ose.adapter.Secret;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How Cloud Director is reached.
 *
 * @param url without a path
 * @param user an administrator, with or without the organisation after an @
 * @param fingerprint of the one certificate that it may show; absent means one that Java trusts
 */
public record DirectorLink(
        URI url, String user, Secret secret, @Nullable String fingerprint) {

    /** The user with its organisation, which is the provider's own where none is told. */
    String login() {
        return user.contains("@") ? user : user + "@system";
    }

    /** Whether the user is of the provider's own organisation. */
    boolean isOfProvider() {
        return login().toLowerCase(Locale.ROOT).endsWith("@system");
    }
}
