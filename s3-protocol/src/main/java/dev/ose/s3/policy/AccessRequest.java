package dev.ose.s3.policy;

/**
 * One thing that a request wants to do.
 *
 * @param action such as {@code s3:GetObject}; its case does not matter
 * @param resource what it is done to, as an ARN; its case matters
 * @param context what else is known of the request
 */
public record AccessRequest(String action, String resource, RequestContext context) {}
