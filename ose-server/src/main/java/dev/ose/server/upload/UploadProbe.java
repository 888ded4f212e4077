package dev.ose.server.upload;

import dev.ose.s3.UriEncoding;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformDirectory;
import dev.ose.server.transfer.AnswerListener;
import dev.ose.server.transfer.PlatformQuestions;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;

/** Asks the platform for an upload's parts with the key of the bucket's owner. */
public final class UploadProbe {

    private static final int FAILED = 500;
    private static final int GONE = 404;

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformQuestions questions;

    public UploadProbe(BucketOwners owners, PlatformDirectory platforms, PlatformQuestions questions) {
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
    }

    /**
     * Whether the platform has no such upload any more; false as well if the owner may not ask. Blocks.
     *
     * @throws dev.ose.server.failure.FailureException if the platform or the database cannot be asked
     */
    boolean isGone(Upload upload) {
        // A bucket that is gone took its uploads along.
        return owners.find(upload.bucket())
                .map(owner -> ask(owner, upload) == GONE)
                .orElse(true);
    }

    private int ask(BucketOwner owner, Upload upload) {
        Platform platform = platforms.get(owner.endpoint());
        String path = '/'
                + owner.bucket().value()
                + '/'
                + UriEncoding.encodePath(upload.key().value());
        String query =
                "max-parts=1&uploadId=" + UriEncoding.encodeQuery(upload.id().value());
        return questions.askAndWait(
                PlatformRequest.question(platform, owner.key(), "GET", path, query, "ListParts"), new Answer(platform));
    }

    /** Only the status matters. */
    private static final class Answer extends AnswerListener<Integer> {

        Answer(Platform platform) {
            super(platform);
        }

        @Override
        public void responded(PlatformResponse response) {
            response.body().abort();
            if (response.status() < FAILED) {
                answer(response.status());
            } else {
                unreachable();
            }
        }
    }
}
