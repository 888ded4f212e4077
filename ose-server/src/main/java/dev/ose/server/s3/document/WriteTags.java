package dev.ose.server.s3.document;

import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html">PutObjectTagging</a> and <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjectTagging.html">DeleteObjectTagging</a>: tags are
 * not in the object's row, so the outcome of the change, which may be unknown, is recorded for the search index before
 * the client is answered.
 */
public final class WriteTags {

    private final DocumentRequest request;
    private final ObjectAddress object;

    private WriteTags(DocumentRequest request, ObjectSubresource operation) {
        this.request = request;
        this.object = new ObjectAddress(request.context().bucket().id(), operation.key());
    }

    public static Response perform(DocumentRequest request, ObjectSubresource operation) {
        return new WriteTags(request, operation).perform();
    }

    private Response perform() {
        PlatformReply reply;
        try {
            reply = request.send(() -> PassThroughWrite.of(request.context(), request.body()));
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.OutcomeUnknown) {
                note(false);
            }
            throw e;
        }
        if (!reply.isError() || WriteOutcome.isUnknown(reply.status())) {
            note(!reply.isError());
        }
        return reply.relay();
    }

    /**
     * @param isOver whether the platform is done with it; false if it did not answer, or answered with a failure of its
     *     own
     */
    private void note(boolean isOver) {
        LabelNotes notes = request.context().services().objects().labels();
        if (notes.isBehind()) {
            notes.changedUnnoted(object, isOver);
            return;
        }
        try {
            request.update(() -> notes.changed(object, isOver));
        } catch (DroppedException e) {
            notes.changedUnnoted(object, isOver);
            throw e;
        }
    }
}
