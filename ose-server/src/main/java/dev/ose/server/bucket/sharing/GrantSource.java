package dev.ose.server.bucket.sharing;

/** The part of a bucket's configuration that grants access. */
public enum GrantSource {
    POLICY,
    ACL
}
