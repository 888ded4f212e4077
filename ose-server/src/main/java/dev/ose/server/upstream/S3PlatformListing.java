package dev.ose.server.upstream;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.sync.PlatformListing;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformDirectory;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.RequestBody;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Lists with the key of the bucket's owner. By the first version of {@code ListObjects}, which all platforms have, and from
 * a key rather than from a platform's own mark, which may not outlive a restart.
 */
public final class S3PlatformListing implements PlatformListing {

    /** Beyond what the transport itself allows a request. */
    private static final long LIMIT_SECONDS = 90;

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformTransport transport;
    private final Executor ioThread;
    private final Supplier<PooledBuffer> buffers;

    /**
     * Makes a listing.
     *
     * @param ioThread runs a task on an I/O thread, where requests to platforms begin and end
     * @param buffers lends a buffer; called on I/O threads
     */
    public S3PlatformListing(
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformTransport transport,
            Executor ioThread,
            Supplier<PooledBuffer> buffers) {
        this.owners = owners;
        this.platforms = platforms;
        this.transport = transport;
        this.ioThread = ioThread;
        this.buffers = buffers;
    }

    @Override
    public Optional<ListedPage> list(BucketId bucket, String after) {
        Optional<BucketOwner> owner = owners.find(bucket);
        return owner.isEmpty() ? Optional.empty() : ask(owner.get(), after);
    }

    private Optional<ListedPage> ask(BucketOwner owner, String after) {
        Platform platform = platforms.get(owner.platform());
        PlatformRequest request = new PlatformRequest(
                platform,
                owner.key(),
                "GET",
                '/' + owner.bucket().value(),
                "encoding-type=url&max-keys=1000"
                        + (after.isEmpty() ? "" : "&marker=" + UriEncoding.encodeQuery(after)),
                List.of(),
                PayloadHash.EMPTY_SHA256,
                RequestBody.NONE,
                "CompareBucket",
                false);
        CompletableFuture<Optional<ListedPage>> page = new CompletableFuture<>();
        ioThread.execute(() -> {
            try {
                transport.send(request, new ListedPageAnswer(platform, buffers, page));
            } catch (RuntimeException e) {
                page.completeExceptionally(e);
            }
        });
        return await(page, platform);
    }

    private static Optional<ListedPage> await(CompletableFuture<Optional<ListedPage>> page, Platform platform) {
        try {
            return page.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e.getCause());
        } catch (TimeoutException e) {
            throw new FailureException(new Failure.PlatformUnreachable(platform.name()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailureException(new Failure.PlatformUnreachable(platform.name()));
        }
    }
}
