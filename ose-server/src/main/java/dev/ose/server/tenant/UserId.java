package dev.ose.server.tenant;

import java.util.UUID;

/** Identifies a user permanently; names may change, the id does not. */
public record UserId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
