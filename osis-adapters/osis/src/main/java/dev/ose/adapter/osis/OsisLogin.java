package dev.ose.adapter.osis;

import dev.ose.adapter.Secret;

/** The adapter's credentials for the service. */
public sealed interface OsisLogin {

    /** User and password: sent with every request, or once for a token, as the service requires. */
    record User(String name, Secret secret) implements OsisLogin {

        public User {
            if (name.isBlank() || name.contains(":")) {
                throw new IllegalArgumentException("the user needs a name without colons");
            }
        }
    }

    /** A token that the operator provides and renews. */
    record Token(Secret token) implements OsisLogin {}
}
