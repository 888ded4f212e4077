package dev.ose.server.s3;

import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.server.label.LabelNotes;
import dev.ose.server.object.ObjectAddress;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html">PutObjectTagging</a> and
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjectTagging.html">DeleteObjectTagging</a>: no row of the object
 * tells of them, so searches are told.
 */
final class WriteTags {

    private final OperationContext context;
    private final ObjectAddress object;

    WriteTags(OperationContext context, ObjectSubresource operation) {
        this.context = context;
        this.object = new ObjectAddress(context.bucket().id(), operation.key());
    }

    void perform() {
        new WriteDocument(context).performNoting(this::note);
    }

    private void note(boolean isOver, Runnable next) {
        LabelNotes notes = context.services().labels();
        if (notes.isBehind()) {
            notes.changedUnnoted(object, isOver);
            next.run();
            return;
        }
        context.block(
                () -> {
                    notes.changed(object, isOver);
                    context.resume(next);
                },
                () -> notes.changedUnnoted(object, isOver));
    }
}
