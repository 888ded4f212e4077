package dev.ose.server.iam;

/**
 * What a caller is told.
 *
 * @param failure the error code; empty for a success
 */
public record IamAnswer(int status, String failure, String xml) {}
