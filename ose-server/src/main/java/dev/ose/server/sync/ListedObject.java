package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.object.ObjectFacts;
import java.time.Duration;

/** One line of a listing, the platform's or ours. */
public record ListedObject(ObjectKey key, ObjectFacts facts) {

    /** Listings tell fractions of seconds, other answers do not, and some platforms round. */
    private static final Duration SAME_TIME = Duration.ofSeconds(1);

    /** Whether both may be the same write. A version id is not compared: listings do not tell it. */
    boolean agreesWith(ListedObject other) {
        return facts.sizeBytes() == other.facts.sizeBytes()
                && facts.etag().equals(other.facts.etag())
                && Duration.between(facts.modifiedAt(), other.facts.modifiedAt())
                                .abs()
                                .compareTo(SAME_TIME)
                        <= 0;
    }
}
