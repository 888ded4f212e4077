package dev.ose.server.director;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The ids of Cloud Director, such as {@code urn:vcloud:org:} and a UUID. */
final class Urn {

    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private Urn() {}

    /** The UUID of an id of that kind, or of a text that is the UUID alone; empty if the text is neither. */
    static Optional<UUID> uuid(String kind, String text) {
        String prefix = "urn:vcloud:" + kind + ':';
        String rest = (text.startsWith(prefix) ? text.substring(prefix.length()) : text).toLowerCase(Locale.ROOT);
        return UUID_FORM.matcher(rest).matches() ? Optional.of(UUID.fromString(rest)) : Optional.empty();
    }
}
