package dev.ose.server.bucket.sharing;

/** What of a bucket allows somebody something. */
public enum GrantSource {
    POLICY,
    ACL
}
