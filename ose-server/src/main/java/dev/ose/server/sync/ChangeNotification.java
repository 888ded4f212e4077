package dev.ose.server.sync;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.ObjectFacts;
import java.util.Optional;

/**
 * A platform's word that something happened to a key. It may be forged, late, repeated or out of order: it says where to look,
 * and never what a row shall say.
 */
public record ChangeNotification(BucketName bucket, ObjectKey key, Said said) {

    /** What is told of the key. */
    public sealed interface Said {

        /** Whether a row that says this, or none, cannot be wrong because of what the notice tells. */
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

    /** Something else, or it is not told what. */
    public record Unclear() implements Said {

        @Override
        public boolean agreesWith(Optional<ObjectFacts> row) {
            return false;
        }
    }
}
