package dev.ose.server.roster;

/** What rows of a list are filtered and ordered by, under its name in the API. */
public record Property(String name, Kind kind) {

    /** How its values compare; texts do byte by byte. */
    public enum Kind {
        TEXT,
        NUMBER,
        TIME
    }

    static Property text(String name) {
        return new Property(name, Kind.TEXT);
    }

    static Property number(String name) {
        return new Property(name, Kind.NUMBER);
    }

    static Property time(String name) {
        return new Property(name, Kind.TIME);
    }
}
