package dev.ose.server.admin.access.account;

import java.util.UUID;

/** Identifies an account permanently. */
public record AccountId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
