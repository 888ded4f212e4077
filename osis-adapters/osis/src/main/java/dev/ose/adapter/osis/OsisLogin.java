package dev.ose.adapter.osis;

import dev.ose.adapter.Secret;

/** What an adapter shows to the service. */
public sealed interface OsisLogin {

    /** A user and a secret: with every request, or once for a token, as the service wants it. */
    record User(String name, Secret secret) implements OsisLogin {

        public User {
            if (name.isBlank() || name.contains(":")) {
                throw new IllegalArgumentException("the user needs a name without colons");
            }
        }
    }

    /** A token that somebody else sees to. */
    record Token(Secret token) implements OsisLogin {}
}
