package dev.ose.server.transfer.split;

import dev.ose.s3.PartNumber;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;

/** Sends parts of one multipart upload to the platform. Confined to the I/O thread of the client's request. */
@FunctionalInterface
public interface PartRequests {

    /**
     * What is known of a part before its first byte is sent.
     *
     * @param contentMd5 value of {@code Content-MD5}
     */
    record Part(PartNumber number, long lengthBytes, String contentMd5) {}

    /**
     * Sends the part, which replaces an earlier one of its number.
     *
     * @param listener called exactly once, unless the call is aborted
     */
    PlatformCall send(Part part, BodySource source, PlatformListener listener);
}
