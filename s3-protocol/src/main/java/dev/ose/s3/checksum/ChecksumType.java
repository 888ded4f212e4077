package dev.ose.s3.checksum;

/** What the checksum of an object in parts covers. */
public enum ChecksumType {
    /** The object's bytes. */
    FULL_OBJECT,
    /** The checksums of its parts, one after the other. */
    COMPOSITE
}
