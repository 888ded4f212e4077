package dev.ose.osis.service;

import dev.ose.adapter.Secret;
import dev.ose.osis.model.AuthMode;
import java.util.Set;

/**
 * How callers of an {@link OsisServer} authenticate.
 *
 * @param user their user name
 * @param secret the user's password
 * @param authModes the accepted ways, which {@code getInfo} reports
 */
public record CallerLogin(String user, Secret secret, Set<AuthMode> authModes) {

    public CallerLogin {
        authModes = Set.copyOf(authModes);
        if (authModes.isEmpty()) {
            throw new IllegalArgumentException("callers must be able to show who they are in some way");
        }
        if (user.isBlank() || user.contains(":") || secret.equals(Secret.of(""))) {
            throw new IllegalArgumentException("the user needs a name without colons, and a secret");
        }
    }
}
