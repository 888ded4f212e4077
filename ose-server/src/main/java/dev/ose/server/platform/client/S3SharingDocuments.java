package dev.ose.server.platform.client;

import dev.ose.adapter.Capability;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.sharing.SharingDocuments;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads policies and ACLs of buckets with the keys of their owners. */
public final class S3SharingDocuments implements SharingDocuments {

    /** A policy has 20 KiB, and an ACL a hundred grants. */
    private static final int MAX_BYTES = 256 * 1024;

    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;

    /** @param buffers lends a buffer; called on I/O threads */
    public S3SharingDocuments(PlatformDirectory platforms, PlatformClient questions, Supplier<PooledBuffer> buffers) {
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
    }

    @Override
    public Optional<byte[]> policy(BucketOwner owner) {
        return ask(owner, Capability.POLICY, "policy");
    }

    @Override
    public Optional<byte[]> acl(BucketOwner owner) {
        return ask(owner, Capability.ACL, "acl");
    }

    private Optional<byte[]> ask(BucketOwner owner, Capability needed, String query) {
        Platform platform = platforms.get(owner.endpoint());
        if (!platform.offers(needed)) {
            return Optional.empty();
        }
        String path = '/' + owner.bucket().value();
        return questions.askAndWait(
                owner.question(platform, "GET", path, query, "ReadSharing"),
                new FoundDocument(platform, buffers, MAX_BYTES));
    }
}
