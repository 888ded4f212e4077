package dev.ose.server.admin.access.session;

import java.util.UUID;

/** Names a session to its owner; not what the browser shows. */
public record SessionId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
