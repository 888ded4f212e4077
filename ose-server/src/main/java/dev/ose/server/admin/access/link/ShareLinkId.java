package dev.ose.server.admin.access.link;

import java.util.UUID;

/** Names a link to its user and to administrators; it redeems nothing. */
public record ShareLinkId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
