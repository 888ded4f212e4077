package dev.ose.s3.operation;

/**
 * A permission that an action needs, as IAM names it without {@code s3:}.
 *
 * @param current for the bucket, or for the current version of the object
 * @param ofVersion if the request names a version
 */
public record ActionPermission(String current, String ofVersion) {}
