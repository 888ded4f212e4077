package dev.ose.s3.operation;

import java.util.Optional;

/** The attributes of {@code GetObjectAttributes}. */
public enum ObjectAttribute {
    ETAG("ETag"),
    CHECKSUM("Checksum"),
    OBJECT_PARTS("ObjectParts"),
    STORAGE_CLASS("StorageClass"),
    OBJECT_SIZE("ObjectSize");

    private final String wireName;

    ObjectAttribute(String wireName) {
        this.wireName = wireName;
    }

    /** The attribute's name in the header and in the document. */
    public String wireName() {
        return wireName;
    }

    /** The attribute of this name, or empty. */
    public static Optional<ObjectAttribute> find(String wireName) {
        for (ObjectAttribute attribute : values()) {
            if (attribute.wireName.equals(wireName)) {
                return Optional.of(attribute);
            }
        }
        return Optional.empty();
    }
}
