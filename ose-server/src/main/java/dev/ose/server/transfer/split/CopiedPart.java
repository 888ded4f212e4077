package dev.ose.server.transfer.split;

import dev.ose.s3.ByteRange;
import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.util.Optional;

/**
 * One part of a copy, whose bytes the platform moves. Its confirmation is a document: the platform may begin to answer
 * with status 200, and end with an error.
 */
final class CopiedPart extends SplitPart {

    private final PartCopies requests;
    private final ByteRange range;

    CopiedPart(Owner owner, PartCopies requests, PartNumber number, ByteRange range) {
        super(owner, number);
        this.requests = requests;
        this.range = range;
    }

    @Override
    PlatformCall request(Attempt next) {
        return requests.send(number(), range, next);
    }

    /** The request has no body. */
    @Override
    boolean isWhole() {
        return true;
    }

    @Override
    void read(Attempt of, PlatformResponse response) {
        owner().read(response.body(), ANSWER_BYTES, new Confirmation(of, response.body()));
    }

    private void read(Attempt of, byte[] document) {
        Optional<ETag> tag =
                PlatformAnswer.find(PlatformAnswer.Stored.class, document).map(PlatformAnswer.Stored::tag);
        Optional<S3ErrorCode> error = PlatformAnswer.find(PlatformAnswer.Failed.class, document)
                .flatMap(failed -> S3ErrorCode.find(failed.code()));
        if (tag.isPresent()) {
            confirmed(of, tag.get());
        } else if (error.isPresent() && !isTrouble(error.get().status())) {
            refuse(of, error.get().status(), document);
        } else {
            lose(of, owner().unreachable());
        }
    }

    private final class Confirmation implements SmallBody.Reader {

        private final Attempt of;
        private final BodySource body;

        Confirmation(Attempt of, BodySource body) {
            this.of = of;
            this.body = body;
        }

        @Override
        public void read(byte[] document) {
            CopiedPart.this.read(of, document);
        }

        @Override
        public void tooLarge() {
            body.abort();
            lose(of, owner().unreachable());
        }

        @Override
        public void broke(IOException cause) {
            lose(of, owner().unreachable());
        }
    }
}
