package dev.ose.server.transfer.split;

import dev.ose.s3.PartNumber;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;

/** Sends parts of one multipart upload to the platform. Confined to the I/O thread of the client's request. */
@FunctionalInterface
public interface PartRequests {

    /**
     * Sends the part, which replaces an earlier one of its number.
     *
     * @param listener called exactly once, unless the call is aborted
     */
    PlatformCall send(PartNumber part, long lengthBytes, BodySource source, PlatformListener listener);
}
