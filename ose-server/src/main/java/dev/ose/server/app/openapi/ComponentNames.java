package dev.ose.server.app.openapi;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Names of components after constants. */
final class ComponentNames {

    private ComponentNames() {}

    /** Such as {@code NotFound}. */
    static String of(Enum<?> constant) {
        return Arrays.stream(constant.name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
