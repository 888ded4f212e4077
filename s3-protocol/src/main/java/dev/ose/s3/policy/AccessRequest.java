package dev.ose.s3.policy;

/**
 * One requested action.
 *
 * @param action such as {@code s3:GetObject}; case-insensitive
 * @param resource an ARN; case-sensitive
 * @param context further facts of the request
 */
public record AccessRequest(String action, String resource, RequestContext context) {}
