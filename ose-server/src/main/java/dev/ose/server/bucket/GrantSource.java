package dev.ose.server.bucket;

/** What of a bucket allows somebody something. */
public enum GrantSource {
    POLICY,
    ACL
}
