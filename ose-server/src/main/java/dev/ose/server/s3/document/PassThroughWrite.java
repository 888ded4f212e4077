package dev.ose.server.s3.document;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** An operation with a small body, or none, that changes a property and answers with a small document, or none. */
public final class PassThroughWrite {

    private static final int FAILED = 500;

    private final OperationContext context;

    public PassThroughWrite(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        perform(document -> {});
    }

    /** Notes a change and goes on. */
    interface Note {

        /**
         * Notes it.
         *
         * @param isOver whether the platform is done with it; nobody can tell if it did not answer, or by a failure of its own
         */
        void take(boolean isOver, Runnable next);
    }

    /**
     * The same, and notes what the platform made of it before the client hears, or that nobody can tell.
     *
     * @param note not called where the platform has surely changed nothing
     */
    void performNoting(Note note) {
        RequestXml.read(
                context,
                body -> context.send(
                        request(body),
                        response -> answered(response, note),
                        why -> noteUnless(!(why instanceof Failure.OutcomeUnknown), note, () -> context.fail(why))));
    }

    /** The same, and hands on what the platform answers before the client hears it, unless it refuses. */
    public void performTelling(BiConsumer<byte[], Runnable> told) {
        RequestXml.read(context, body -> context.send(request(body), response -> tell(response, told)));
    }

    private void tell(PlatformResponse response, BiConsumer<byte[], Runnable> told) {
        if (Relay.isError(response.status())) {
            Relay.error(context, response);
        } else {
            Relay.document(
                    context,
                    response,
                    body -> told.accept(body, () -> IdentityRewriter.relay(context, response, body)));
        }
    }

    private void answered(PlatformResponse response, Note note) {
        int status = response.status();
        if (Relay.isError(status)) {
            noteUnless(status < FAILED, note, () -> Relay.error(context, response));
        } else {
            Relay.outcome(
                    context,
                    response,
                    body -> note.take(true, () -> IdentityRewriter.relay(context, response, body)),
                    why -> note.take(false, () -> context.fail(why)));
        }
    }

    private static void noteUnless(boolean hasChangedNothing, Note note, Runnable next) {
        if (hasChangedNothing) {
            next.run();
        } else {
            note.take(false, next);
        }
    }

    /** The same of a document that is looked at before: {@code check} throws what is to be answered in its place. */
    public void perform(Consumer<byte[]> check) {
        RequestXml.read(context, body -> {
            check.accept(body);
            send(body);
        });
    }

    /** The same of a document that has been read. */
    public void send(byte[] body) {
        context.send(request(body), response -> IdentityRewriter.relayOrError(context, response));
    }

    private PlatformRequest request(byte[] body) {
        return body.length == 0
                ? PlatformRequests.withoutBody(context)
                : PlatformRequests.withBody(context, body, false);
    }
}
