package dev.ose.keeper.director;

import java.util.Arrays;
import java.util.List;

/**
 * To which organisations a plug-in is published.
 *
 * @param organisations by name, if they are listed
 */
public record Publication(Kind kind, List<String> organisations) {

    /** To the same as the version that is replaced, or to all if there is none. */
    public static final Publication AS_BEFORE = new Publication(Kind.AS_BEFORE, List.of());

    /** Whether they are listed. */
    public enum Kind {
        AS_BEFORE,
        ALL,
        NONE,
        LISTED
    }

    public Publication {
        organisations = List.copyOf(organisations);
    }

    /** What an operator writes: all, none, or names of organisations with commas between. */
    public static Publication parse(String text) {
        return switch (text) {
            case "all" -> new Publication(Kind.ALL, List.of());
            case "none" -> new Publication(Kind.NONE, List.of());
            default ->
                new Publication(
                        Kind.LISTED,
                        Arrays.stream(text.split(","))
                                .map(String::strip)
                                .filter(name -> !name.isEmpty())
                                .toList());
        };
    }
}
