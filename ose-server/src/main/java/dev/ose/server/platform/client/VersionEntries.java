package dev.ose.server.platform.client;

import dev.ose.adapter.Capability;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads the facts of objects from listings of versions. */
final class VersionEntries {

    private VersionEntries() {}

    /** Whether a bucket has to be asked for versions, because it may have some. */
    static boolean areToBeAsked(PlatformClient client, BucketOwner owner) {
        return owner.mayHaveVersions() && client.platform(owner).offers(Capability.VERSIONING);
    }

    /** The part of a query that goes on behind an entry. */
    static String behind(VersionsAnswer.Marker marker) {
        String key = "&key-marker=" + UriEncoding.encodeQuery(marker.key());
        return marker.versionId().isEmpty()
                ? key
                : key + "&version-id-marker=" + UriEncoding.encodeQuery(marker.versionId());
    }

    /**
     * What the entry states about an object, with the time as HEAD reports it; empty for a delete marker or an older
     * version.
     */
    static Optional<ObjectFacts> newest(VersionsAnswer.Entry entry) {
        return entry.isLatest()
                ? Optional.ofNullable(entry.object())
                        .map(object -> new ObjectFacts(
                                object.sizeBytes(),
                                object.tag().value(),
                                object.lastModified().truncatedTo(ChronoUnit.SECONDS),
                                entry.versionId()))
                : Optional.empty();
    }

    /** The entry as one of those beside the newest. */
    static OlderVersion older(VersionsAnswer.Entry entry) {
        var object = entry.object();
        return new OlderVersion(
                entry.versionId(),
                object == null ? 0 : object.sizeBytes(),
                entry.lastModified().truncatedTo(ChronoUnit.SECONDS),
                object == null);
    }
}
