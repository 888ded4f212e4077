package dev.ose.server.s3.object;

import dev.ose.s3.UploadId;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.s3.document.IdentityRewriter;
import dev.ose.server.s3.document.PassThroughWrite;
import dev.ose.server.s3.document.RequestXml;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformResponse;
import java.util.Optional;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html">CreateMultipartUpload</a>:
 * the upload is recorded before the client receives its id, so that its parts can be verified on the platform after any
 * failure.
 */
public final class CreateMultipartUpload {

    private final OperationContext context;

    public CreateMultipartUpload(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        RequestXml.read(context, body -> context.send(PassThroughWrite.of(context, body), this::answered));
    }

    private void answered(PlatformResponse response) {
        if (Relay.isError(response.status())) {
            Relay.error(context, response);
        } else {
            Relay.document(
                    context, response, body -> note(body, () -> IdentityRewriter.relay(context, response, body)));
        }
    }

    /** An answer without an id goes on as it is: no part can be stored by it. */
    private void note(byte[] answer, Runnable relay) {
        id(answer).ifPresentOrElse(id -> UploadNotes.begun(context, id, relay), relay);
    }

    private static Optional<UploadId> id(byte[] answer) {
        try {
            return PlatformAnswer.read(answer) instanceof PlatformAnswer.Initiated(UploadId id)
                    ? Optional.of(id)
                    : Optional.empty();
        } catch (MalformedXmlException nonsense) {
            return Optional.empty();
        }
    }
}
