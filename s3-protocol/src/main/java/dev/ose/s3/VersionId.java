package dev.ose.s3;

import java.util.Optional;

/**
 * The identifier of a version of an object: 1 to 1024 visible ASCII characters, opaque to everyone but the store that
 * made it. The constructor throws {@link IllegalArgumentException} for any other text.
 */
public record VersionId(String value) {

    /** The version that an object has while its bucket is not versioned. */
    public static final VersionId NULL = new VersionId("null");

    public VersionId {
        if (!OpaqueId.isValid(value)) {
            throw new IllegalArgumentException("not a version id");
        }
    }

    /** The identifier in {@code text}, or empty when it cannot be one. Never throws. */
    public static Optional<VersionId> parse(String text) {
        return OpaqueId.isValid(text) ? Optional.of(new VersionId(text)) : Optional.empty();
    }

    /** Whether this is the {@code null} version. */
    public boolean isNull() {
        return equals(NULL);
    }

    @Override
    public String toString() {
        return value;
    }
}
