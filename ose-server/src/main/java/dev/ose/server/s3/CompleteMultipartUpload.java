package dev.ose.server.s3;

import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.server.object.Intent;
import dev.ose.server.object.WriteOutcome;
import dev.ose.server.transfer.PlatformResponse;
import java.util.List;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html">CompleteMultipartUpload</a>.
 * The answer does not tell the size, so the key is verified afterwards; its {@code Location} is the address at which
 * this client knows the object.
 */
final class CompleteMultipartUpload {

    private final OperationContext context;
    private final ObjectOperation.CompleteMultipartUpload operation;

    CompleteMultipartUpload(OperationContext context, ObjectOperation.CompleteMultipartUpload operation) {
        this.context = context;
        this.operation = operation;
    }

    void perform() {
        RequestXml.read(context, body -> {
            // Read here so that what is wrong with it is told in S3's words; the platform gets the very same bytes.
            CompleteMultipartUploadRequest.read(body);
            TrackedWrite.begin(
                    context,
                    operation.key(),
                    intent -> context.send(
                            PlatformRequests.withBody(context, body, true),
                            response -> answered(intent, response),
                            failure -> TrackedWrite.failed(context, intent, failure)));
        });
    }

    private void answered(Intent intent, PlatformResponse response) {
        boolean refused = Relay.isError(response.status()) && response.status() < 500;
        WriteOutcome outcome = refused ? new WriteOutcome.Refused() : new WriteOutcome.Unknown();
        String location = ClientAddress.of(context.exchange());
        TrackedWrite.complete(
                context,
                intent,
                outcome,
                () -> DocumentAnswer.relayResult(
                        context,
                        response,
                        List.of(XmlRewriteRule.of(
                                "CompleteMultipartUploadResult/Location", platformAddress -> location))));
    }
}
