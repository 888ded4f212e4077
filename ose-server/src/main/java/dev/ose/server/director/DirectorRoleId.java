package dev.ose.server.director;

import java.util.Optional;
import java.util.UUID;

/** Identifies a role of Cloud Director permanently; its name may change. */
public record DirectorRoleId(UUID value) {

    /** Parses a URN ({@code urn:vcloud:role:}) or the UUID alone; empty if the text is neither. */
    public static Optional<DirectorRoleId> parse(String text) {
        return Urn.uuid("role", text).map(DirectorRoleId::new);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
