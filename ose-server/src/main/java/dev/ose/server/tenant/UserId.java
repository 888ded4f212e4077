package dev.ose.server.tenant;

import java.util.UUID;

/** Identifies a user for ever; names may change, this does not. */
public record UserId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
