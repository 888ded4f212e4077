package dev.ose.server.event;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of object changes. */
public enum ObjectChange {
    CREATED("s3:ObjectCreated:*"),
    REMOVED("s3:ObjectRemoved:*");

    private final String pattern;

    ObjectChange(String pattern) {
        this.pattern = pattern;
    }

    /** The S3 notification event pattern of this kind. */
    public String pattern() {
        return pattern;
    }

    /** The kind with that pattern. */
    public static Optional<ObjectChange> ofPattern(String text) {
        return Arrays.stream(values())
                .filter(change -> change.pattern.equals(text))
                .findFirst();
    }
}
