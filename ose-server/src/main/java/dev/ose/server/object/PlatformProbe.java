package dev.ose.server.object;

import dev.ose.s3.ETag;
import dev.ose.s3.HttpDate;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformDirectory;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.RequestBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks the platform by a HEAD with the key of the bucket's owner. */
public final class PlatformProbe implements ObjectProbe {

    /** Beyond what the transport itself allows a request. */
    private static final long LIMIT_SECONDS = 90;

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformTransport transport;
    private final Executor ioThread;
    private final Clock clock;

    /** @param ioThread runs a task on an I/O thread, where requests to platforms begin and end */
    public PlatformProbe(
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformTransport transport,
            Executor ioThread,
            Clock clock) {
        this.owners = owners;
        this.platforms = platforms;
        this.transport = transport;
        this.ioThread = ioThread;
        this.clock = clock;
    }

    @Override
    public Optional<ObjectFacts> probe(BucketId bucket, ObjectKey key) {
        // A bucket that is gone took its objects along.
        return owners.find(bucket).flatMap(owner -> ask(owner, key));
    }

    private Optional<ObjectFacts> ask(BucketOwner owner, ObjectKey key) {
        Platform platform = platforms.get(owner.platform());
        PlatformRequest request = new PlatformRequest(
                platform,
                owner.key(),
                "HEAD",
                '/' + owner.bucket().value() + '/' + UriEncoding.encodePath(key.value()),
                "",
                List.of(),
                PayloadHash.EMPTY_SHA256,
                RequestBody.NONE,
                "VerifyObject",
                false);
        CompletableFuture<Optional<ObjectFacts>> answer = new CompletableFuture<>();
        ioThread.execute(() -> {
            try {
                transport.send(request, new Answer(platform, answer));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return await(answer, platform);
    }

    private static Optional<ObjectFacts> await(CompletableFuture<Optional<ObjectFacts>> answer, Platform platform) {
        try {
            return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e.getCause());
        } catch (TimeoutException e) {
            throw unreachable(platform);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(platform);
        }
    }

    private static FailureException unreachable(Platform platform) {
        return new FailureException(new Failure.PlatformUnreachable(platform.name()));
    }

    /** Turns the platform's word into facts. */
    private final class Answer implements PlatformListener {

        private final Platform platform;
        private final CompletableFuture<Optional<ObjectFacts>> answer;

        Answer(Platform platform, CompletableFuture<Optional<ObjectFacts>> answer) {
            this.platform = platform;
            this.answer = answer;
        }

        @Override
        public void responded(PlatformResponse response) {
            try {
                // A HEAD has no body; reading to its end is what gives the connection back.
                response.body().read(ByteBuffer.allocate(1));
            } catch (IOException e) {
                answer.completeExceptionally(unreachable(platform));
                return;
            }
            switch (response.status()) {
                case 200 ->
                    facts(response)
                            .ifPresentOrElse(
                                    facts -> answer.complete(Optional.of(facts)),
                                    () -> answer.completeExceptionally(unreachable(platform)));
                case 404 -> answer.complete(Optional.empty());
                default -> answer.completeExceptionally(unreachable(platform));
            }
        }

        private Optional<ObjectFacts> facts(PlatformResponse response) {
            Optional<ETag> tag = first(response, "etag").flatMap(ETag::parse);
            Optional<Long> size = first(response, "content-length").map(Long::valueOf);
            return tag.flatMap(etag -> size.map(bytes -> new ObjectFacts(
                    bytes,
                    etag.value(),
                    first(response, "last-modified").flatMap(HttpDate::parse).orElseGet(() -> clock.instant()
                            .truncatedTo(ChronoUnit.SECONDS)),
                    first(response, "x-amz-version-id").orElse(null))));
        }

        private static Optional<String> first(PlatformResponse response, String header) {
            return response.headers(header).stream().findFirst();
        }

        @Override
        public void failed(Failure failure) {
            answer.completeExceptionally(new FailureException(failure));
        }

        @Override
        public void bodyFailed(IOException cause) {
            answer.completeExceptionally(unreachable(platform));
        }
    }
}
