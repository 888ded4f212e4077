package dev.ose.server.s3.object;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.PlatformResponse;
import org.jspecify.annotations.Nullable;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html">DeleteObject</a>. */
public final class DeleteObject {

    private final OperationContext context;
    private final ObjectOperation.DeleteObject operation;

    public DeleteObject(OperationContext context, ObjectOperation.DeleteObject operation) {
        this.context = context;
        this.operation = operation;
    }

    public void perform() {
        TrackedWrite.send(context, operation.key(), PlatformRequests.withoutBody(context), this::answered);
    }

    private void answered(Intent intent, PlatformResponse response) {
        String version = response.headers(Versions.ID).stream().findFirst().orElse(null);
        TrackedWrite.complete(
                context,
                intent,
                outcome(response, version),
                () -> Versions.note(context, version, () -> Relay.headOrError(context, response)));
    }

    private WriteOutcome outcome(PlatformResponse response, @Nullable String version) {
        if (Relay.isError(response.status())) {
            return WriteOutcome.ofError(response.status());
        }
        if (operation.versionId() != null) {
            // Only the platform determines the newest version after the deletion of a named one.
            return new WriteOutcome.Changed();
        }
        boolean isMarked = response.headers("x-amz-delete-marker").contains("true");
        return Versions.deleted(context, isMarked, version);
    }
}
