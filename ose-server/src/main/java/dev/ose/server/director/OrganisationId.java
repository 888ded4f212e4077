package dev.ose.server.director;

import java.util.Optional;
import java.util.UUID;

/** Identifies an organisation of Cloud Director permanently; its name may change. */
public record OrganisationId(UUID value) {

    /** Parses a URN ({@code urn:vcloud:org:}) or the UUID alone; empty if the text is neither. */
    public static Optional<OrganisationId> parse(String text) {
        return Urn.uuid("org", text).map(OrganisationId::new);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
