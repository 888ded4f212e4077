package dev.ose.adapter.embedded.store;

import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import java.util.Map;

/** A part as the list of a completion names it, with the checksums that the list gives for it. */
public record NamedPart(int number, ETag etag, Map<ChecksumAlgorithm, String> checksums) {

    public NamedPart {
        checksums = Map.copyOf(checksums);
    }
}
