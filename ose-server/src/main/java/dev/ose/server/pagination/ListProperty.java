package dev.ose.server.pagination;

/** A property by which a list is filtered and ordered, under its name in the API. */
public record ListProperty(String name, Kind kind) {

    /** The type of its values; texts are compared byte by byte. */
    public enum Kind {
        TEXT,
        NUMBER,
        TIME
    }

    static ListProperty text(String name) {
        return new ListProperty(name, Kind.TEXT);
    }

    static ListProperty number(String name) {
        return new ListProperty(name, Kind.NUMBER);
    }

    static ListProperty time(String name) {
        return new ListProperty(name, Kind.TIME);
    }
}
