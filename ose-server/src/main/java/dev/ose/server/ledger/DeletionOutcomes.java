package dev.ose.server.ledger;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.DeletedObject;
import dev.ose.s3.document.PlatformAnswer;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The effect of a multi-object delete on each key. */
public final class DeletionOutcomes {

    private final Set<ObjectKey> keys = new LinkedHashSet<>();
    private final Set<ObjectKey> toBeAsked = new HashSet<>();
    private final boolean mayHaveVersions;

    /** @param mayHaveVersions whether the bucket has or had versions, or this is unknown */
    public DeletionOutcomes(DeleteRequest request, boolean mayHaveVersions) {
        this.mayHaveVersions = mayHaveVersions;
        for (DeleteRequest.Entry entry : request.entries()) {
            // If a key is named twice, each deletion leaves a marker.
            if (!keys.add(entry.key()) || entry.versionId() != null) {
                toBeAsked.add(entry.key());
            }
        }
    }

    /** The keys, each once, for which there must be intents. */
    public Set<ObjectKey> keys() {
        return Collections.unmodifiableSet(keys);
    }

    /** The outcome for each key, as far as the platform's answer states it. */
    public Map<ObjectKey, WriteOutcome> of(PlatformAnswer.Deleted answer) {
        Map<ObjectKey, WriteOutcome> outcomes = new HashMap<>();
        keys.forEach(key -> outcomes.put(key, new WriteOutcome.Unknown()));
        answer.deleted().forEach(entry -> outcomes.replace(entry.key(), deleted(entry)));
        // It may be an internal one of the platform, after the fact.
        answer.failed().forEach(entry -> outcomes.replace(entry.key(), new WriteOutcome.Unknown()));
        return outcomes;
    }

    private WriteOutcome deleted(DeletedObject entry) {
        if (toBeAsked.contains(entry.key())) {
            return new WriteOutcome.Changed();
        }
        VersionId marker = entry.deleteMarkerVersionId();
        return WriteOutcome.ofDeletion(mayHaveVersions, entry.isDeleteMarker(), marker == null ? null : marker.value());
    }
}
