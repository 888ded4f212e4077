package dev.ose.server.admin.login;

import dev.ose.adapter.Secret;
import org.jspecify.annotations.Nullable;

/**
 * Where a login comes from.
 *
 * @param device what a browser shows that has signed in before; null if it shows nothing
 */
public record LoginOrigin(String address, @Nullable Secret device) {

    /** An address alone. */
    public static LoginOrigin of(String address) {
        return new LoginOrigin(address, null);
    }
}
