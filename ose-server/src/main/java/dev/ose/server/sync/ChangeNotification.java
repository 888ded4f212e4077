package dev.ose.server.sync;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectFacts;
import java.util.Optional;

/**
 * A platform's notification of a change to a key. It may be forged, late, repeated or out of order: it only triggers a
 * verification and never determines a row.
 */
public record ChangeNotification(BucketName bucket, ObjectKey key, Said said) {

    /** The notified change. */
    public sealed interface Said {

        /** Whether the row, or its absence, is consistent with the notified change. */
        boolean agreesWith(Optional<ObjectFacts> row);
    }

    /** An object was written. */
    public record Written(long sizeBytes, String etag) implements Said {

        @Override
        public boolean agreesWith(Optional<ObjectFacts> row) {
            return row.filter(facts ->
                            facts.sizeBytes() == sizeBytes && facts.etag().equals(etag))
                    .isPresent();
        }
    }

    /** An object or a version of it was removed. */
    public record Removed() implements Said {

        @Override
        public boolean agreesWith(Optional<ObjectFacts> row) {
            return row.isEmpty();
        }
    }

    /** Another or an unspecified change. */
    public record Unclear() implements Said {

        @Override
        public boolean agreesWith(Optional<ObjectFacts> row) {
            return false;
        }
    }
}
