package dev.ose.server.s3.object;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.PlatformRequests;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html">AbortMultipartUpload</a>: the
 * parts are no longer counted after the platform has deleted them.
 */
public final class AbortMultipartUpload {

    private AbortMultipartUpload() {}

    public static Response perform(DocumentRequest request, ObjectOperation.AbortMultipartUpload operation) {
        UploadWrite upload = UploadNotes.of(request.context(), operation.uploadId());
        PlatformReply reply = upload.send(() -> request.send(() -> PlatformRequests.withoutBody(request.context())));
        upload.abortAnswered(reply.status());
        return reply.headOrError();
    }
}
