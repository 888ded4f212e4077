package dev.ose.server.s3.document;

import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.s3.relay.OperationContext;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html">PutObjectTagging</a> and
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjectTagging.html">DeleteObjectTagging</a>: no row of the object
 * tells of them, so searches are told.
 */
public final class WriteTags {

    private final OperationContext context;
    private final ObjectAddress object;

    public WriteTags(OperationContext context, ObjectSubresource operation) {
        this.context = context;
        this.object = new ObjectAddress(context.bucket().id(), operation.key());
    }

    public void perform() {
        new PassThroughWrite(context).performNoting(this::note);
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
