package dev.ose.server.s3.object;

import dev.ose.s3.document.PlatformAnswer;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PassThroughWrite;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html">CreateMultipartUpload</a>:
 * the upload is recorded before the client receives its id, so that its parts can be verified on the platform after any
 * failure.
 */
public final class CreateMultipartUpload {

    private CreateMultipartUpload() {}

    public static Response perform(DocumentRequest request) {
        PlatformReply reply = request.send(() -> PassThroughWrite.of(request.context(), request.body()));
        if (!reply.isError()) {
            // An answer without an id goes on as it is: no part can be stored by it.
            PlatformAnswer.find(PlatformAnswer.Initiated.class, reply.body())
                    .ifPresent(begun ->
                            UploadNotes.of(request.context(), begun.uploadId()).begun());
        }
        return reply.relay();
    }
}
