package dev.ose.server.transfer.split;

import dev.ose.s3.ByteRange;
import dev.ose.s3.PartNumber;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;

/** Asks the platform to copy parts of one object. Confined to the I/O thread of the client's request. */
@FunctionalInterface
public interface PartCopies {

    /**
     * Asks for the part, which replaces an earlier one of its number.
     *
     * @param range its bytes in the source
     * @param listener called exactly once, unless the call is aborted
     */
    PlatformCall send(PartNumber part, ByteRange range, PlatformListener listener);
}
