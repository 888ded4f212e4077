package dev.ose.server.bucket.sharing;

import dev.ose.server.bucket.BucketOwner;
import java.util.Optional;

/** Reads the policies and ACLs of buckets from platforms. Every method blocks on the platform. */
public interface SharingDocuments {

    /**
     * The bucket's policy, in JSON; empty if it has none, or the platform does not support policies.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformUnreachable} if the platform does not
     *     answer, or refuses
     */
    Optional<byte[]> policy(BucketOwner owner);

    /** The bucket's ACL, in XML, otherwise as {@link #policy}. */
    Optional<byte[]> acl(BucketOwner owner);
}
