package dev.ose.server.director;

import java.util.Optional;
import java.util.UUID;

/** Identifies a user of Cloud Director permanently; its name may change. */
public record DirectorUserId(UUID value) {

    /** Parses a URN ({@code urn:vcloud:user:}) or the UUID alone; empty if the text is neither. */
    public static Optional<DirectorUserId> parse(String text) {
        return Urn.uuid("user", text).map(DirectorUserId::new);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
