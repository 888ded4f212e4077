package dev.ose.server.upstream;

import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.sync.ListedObject;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Turns a platform's answer to a listing into a page. */
final class ListedPageAnswer implements PlatformListener {

    private final Platform platform;
    private final Supplier<PooledBuffer> buffers;
    private final CompletableFuture<Optional<ListedPage>> page;

    ListedPageAnswer(Platform platform, Supplier<PooledBuffer> buffers, CompletableFuture<Optional<ListedPage>> page) {
        this.platform = platform;
        this.buffers = buffers;
        this.page = page;
    }

    @Override
    public void responded(PlatformResponse response) {
        int status = response.status();
        SmallBody.read(response.body(), buffers.get(), PlatformAnswer.MAX_BYTES, new SmallBody.Reader() {
            @Override
            public void read(byte[] body) {
                answered(status, body);
            }

            @Override
            public void tooLarge() {
                response.body().abort();
                unreachable();
            }

            @Override
            public void broke(IOException cause) {
                unreachable();
            }
        });
    }

    private void answered(int status, byte[] body) {
        switch (status) {
            case 200 -> parse(body);
            case 404 -> page.complete(Optional.empty());
            default -> unreachable();
        }
    }

    private void parse(byte[] body) {
        try {
            ListingAnswer answer = ListingAnswer.read(body);
            page.complete(Optional.of(new ListedPage(
                    answer.entries().stream().map(ListedPageAnswer::listed).toList(), answer.truncated())));
        } catch (MalformedXmlException e) {
            unreachable();
        }
    }

    private static ListedObject listed(ListingAnswer.Entry entry) {
        return new ListedObject(
                entry.key(), new ObjectFacts(entry.sizeBytes(), entry.tag().value(), entry.modifiedAt(), null));
    }

    @Override
    public void failed(Failure failure) {
        page.completeExceptionally(new FailureException(failure));
    }

    @Override
    public void bodyFailed(IOException cause) {
        unreachable();
    }

    private void unreachable() {
        failed(new Failure.PlatformUnreachable(platform.name()));
    }
}
