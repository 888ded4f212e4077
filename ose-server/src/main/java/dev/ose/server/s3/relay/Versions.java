package dev.ose.server.s3.relay;

import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.WriteOutcome;
import org.jspecify.annotations.Nullable;

/** Versions in answers to writes. */
public final class Versions {

    /** The header with the id of the version or delete marker. */
    public static final String ID = "x-amz-version-id";

    private Versions() {}

    /** Records that the bucket has versions, if the answer shows that for the first time, and continues. */
    public static void note(OperationContext context, @Nullable String versionId, Runnable next) {
        if (!areNews(context, versionId)) {
            next.run();
            return;
        }
        context.block(() -> {
            context.services()
                    .buckets()
                    .store()
                    .observeVersions(context.bucket().id());
            context.resume(next);
        });
    }

    /** Whether the id of a new version shows for the first time that the bucket has versions. */
    public static boolean areNews(OperationContext context, @Nullable String versionId) {
        return OlderVersion.isId(versionId) && !context.bucket().mayHaveVersions();
    }

    /**
     * The outcome of a deletion without a version.
     *
     * @param isMarked whether a delete marker was created, with the version id if known
     */
    public static WriteOutcome deleted(OperationContext context, boolean isMarked, @Nullable String marker) {
        return WriteOutcome.ofDeletion(context.bucket().mayHaveVersions(), isMarked, marker);
    }
}
