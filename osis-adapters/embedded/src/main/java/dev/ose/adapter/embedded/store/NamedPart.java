package dev.ose.adapter.embedded.store;

import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import java.util.Map;

/** A part in the list of a completion, with the stated checksums. */
public record NamedPart(int number, ETag etag, Map<ChecksumAlgorithm, String> checksums) {

    public NamedPart {
        checksums = Map.copyOf(checksums);
    }
}
