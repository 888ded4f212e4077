package dev.ose.server.s3.relay;

import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.WriteOutcome;
import org.jspecify.annotations.Nullable;

/** What answers to writes tell of versions. */
public final class Versions {

    /** The header with the id of the version, or of the delete marker. */
    public static final String ID = "x-amz-version-id";

    private Versions() {}

    /** Notes that the bucket has versions, if the answer tells and nobody knew, and goes on. */
    public static void note(OperationContext context, @Nullable String versionId, Runnable next) {
        if (!isId(versionId) || context.bucket().mayHaveVersions()) {
            next.run();
            return;
        }
        context.block(() -> {
            context.services().buckets().observeVersions(context.bucket().id());
            context.resume(next);
        });
    }

    /**
     * What became of a key by a deletion that named no version.
     *
     * @param isMarked whether a delete marker was left, with the version id if that is known
     */
    public static WriteOutcome deleted(OperationContext context, boolean isMarked, @Nullable String marker) {
        if (!isMarked && !context.bucket().mayHaveVersions()) {
            return new WriteOutcome.Deleted();
        }
        // A marker without an id of its own takes the place of another version, if there is one.
        return new WriteOutcome.Hidden(isMarked && isId(marker) ? marker : null);
    }

    private static boolean isId(@Nullable String versionId) {
        return versionId != null && !versionId.equals(OlderVersion.NULL);
    }
}
