package dev.ose.s3.checksum;

/** The extent of the checksum of a multipart object. */
public enum ChecksumType {
    /** The object's bytes. */
    FULL_OBJECT,
    /** The checksums of its parts, one after the other. */
    COMPOSITE
}
