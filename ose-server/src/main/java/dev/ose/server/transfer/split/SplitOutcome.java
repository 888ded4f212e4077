package dev.ose.server.transfer.split;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.server.runtime.failure.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** What became of the parts of an upload. No request is under way any more. */
public sealed interface SplitOutcome {

    /**
     * The whole body was read to its verified end, and the platform has every part.
     *
     * @param tags those of the confirmed requests, in the order of the parts
     * @param inDoubt parts of which the platform may carry out another request yet, with the same bytes
     */
    record Stored(List<ETag> tags, Set<PartNumber> inDoubt) implements SplitOutcome {

        public Stored {
            tags = List.copyOf(tags);
            inDoubt = Set.copyOf(inDoubt);
        }
    }

    /** The platform refuses a part, and would refuse it again. */
    @SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
    record Refused(int status, byte[] document) implements SplitOutcome {}

    /** A part could not be stored although it was sent several times. */
    record Failed(Failure why) implements SplitOutcome {}

    /** The client's body broke, or is not what was stated of it. */
    record BodyFailed(IOException cause) implements SplitOutcome {}
}
