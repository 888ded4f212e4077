package dev.ose.server.event;

import java.util.Arrays;
import java.util.Optional;

/** What may happen to an object. */
public enum ObjectChange {
    CREATED("s3:ObjectCreated:*"),
    REMOVED("s3:ObjectRemoved:*");

    private final String pattern;

    ObjectChange(String pattern) {
        this.pattern = pattern;
    }

    /** As S3's notifications name all of its kind. */
    public String pattern() {
        return pattern;
    }

    /** The one that is named so. */
    public static Optional<ObjectChange> ofPattern(String text) {
        return Arrays.stream(values())
                .filter(change -> change.pattern.equals(text))
                .findFirst();
    }
}
