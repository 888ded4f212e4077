package dev.ose.server.director;

import dev.ose.server.tenant.Names;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Names for tenants and users by those of Cloud Director, which may have any characters. Other characters than those of
 * our rule become hyphens; a name that is changed so, or is taken, gets the beginning of the UUID, or else all of it.
 */
final class SafeNames {

    private static final int MAX_LENGTH = 64;
    private static final int SHORT_UUID = 8;

    private SafeNames() {}

    /** The names to try, in that order; each follows {@link Names}. */
    static List<String> of(String name, UUID id) {
        String uuid = id.toString();
        String base = name.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        return Stream.of(name, with(base, uuid.substring(0, SHORT_UUID)), with(base, uuid))
                .filter(Names::isUsable)
                .toList();
    }

    private static String with(String base, String suffix) {
        String cut = base.substring(0, Math.min(base.length(), MAX_LENGTH - suffix.length() - 1));
        return cut.isEmpty() ? suffix : cut + '-' + suffix;
    }
}
