package dev.ose.server.bucket.sharing;

import dev.ose.server.bucket.BucketOwner;
import java.util.Optional;

/** What platforms keep about whom buckets are shared with, in their own words. Every method blocks on the platform. */
public interface SharingDocuments {

    /**
     * The bucket's policy, in JSON; empty if it has none, or the platform knows no policies.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformUnreachable} if the platform does not answer, or refuses to
     */
    Optional<byte[]> policy(BucketOwner owner);

    /** The bucket's ACL, in XML, and otherwise the same. */
    Optional<byte[]> acl(BucketOwner owner);
}
