package dev.ose.server.admin.access.token;

import java.util.UUID;

/** Names a token to its owner; not what the client shows. */
public record TokenId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
