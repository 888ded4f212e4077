package dev.ose.server.upstream;

import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.sync.ListedObject;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.transfer.DocumentAnswerListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/** Turns a platform's answer to a listing into a page. */
final class ListedPageAnswer extends DocumentAnswerListener<Optional<ListedPage>> {

    ListedPageAnswer(Platform platform, Supplier<PooledBuffer> buffers) {
        super(platform, buffers, PlatformAnswer.MAX_BYTES);
    }

    @Override
    protected void answered(PlatformResponse head, byte[] body) {
        switch (head.status()) {
            case 200 -> parse(body);
            case 404 -> answer(Optional.empty());
            default -> unreachable();
        }
    }

    private void parse(byte[] body) {
        try {
            ListingAnswer listing = ListingAnswer.read(body);
            answer(Optional.of(new ListedPage(
                    listing.entries().stream().map(ListedPageAnswer::listed).toList(), listing.truncated())));
        } catch (MalformedXmlException e) {
            unreachable();
        }
    }

    private static ListedObject listed(dev.ose.s3.document.ListedObject entry) {
        return new ListedObject(
                entry.key(), new ObjectFacts(entry.sizeBytes(), entry.tag().value(), entry.lastModified(), null));
    }
}
