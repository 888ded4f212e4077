package dev.ose.server.transfer.split;

import dev.ose.s3.ETag;
import dev.ose.server.runtime.failure.Failure;
import java.io.IOException;
import java.util.List;

/** What became of the parts of an upload. No request is under way any more. */
public sealed interface SplitOutcome {

    /** The whole body was read to its verified end, and the platform has every part; the tags in their order. */
    record Stored(List<ETag> tags) implements SplitOutcome {

        public Stored {
            tags = List.copyOf(tags);
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
