package dev.ose.server.accounting.upload;

/** The uploads on platforms. */
public interface PlatformUploads extends UploadProbe {

    /**
     * Aborts the upload, whose parts the platform deletes; does nothing if it has no such upload or bucket. Blocks for
     * one request.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform refuses
     *     permanently; anything else if it cannot answer now
     */
    void abort(Upload upload);
}
