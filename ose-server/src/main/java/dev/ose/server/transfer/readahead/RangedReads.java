package dev.ose.server.transfer.readahead;

import dev.ose.s3.ByteRange;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;

/** Sends the client's read again for a range of its object. Confined to the I/O thread of the client's request. */
@FunctionalInterface
public interface RangedReads {

    /**
     * Asks for the range.
     *
     * @param ifMatch the entity tag that the object must have, in quotes
     * @param listener called exactly once, unless the call is aborted
     */
    PlatformCall read(ByteRange range, String ifMatch, PlatformListener listener);
}
