package dev.ose.s3.checksum;

/**
 * A checksum as S3 shows it.
 *
 * @param value base64, followed by {@code -n} for a composite of n parts
 */
public record ObjectChecksum(ChecksumAlgorithm algorithm, ChecksumType type, String value) {}
