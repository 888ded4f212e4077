package dev.ose.s3;

import java.util.Optional;

/**
 * The identifier of a multipart upload: 1 to 1024 visible ASCII characters, opaque to everyone but the store that made
 * it. The constructor throws {@link IllegalArgumentException} for any other text.
 */
public record UploadId(String value) {

    public UploadId {
        if (!OpaqueId.isValid(value)) {
            throw new IllegalArgumentException("not an upload id");
        }
    }

    /** The identifier in {@code text}, or empty when it cannot be one. Never throws. */
    public static Optional<UploadId> parse(String text) {
        return OpaqueId.isValid(text) ? Optional.of(new UploadId(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
