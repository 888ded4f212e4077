package dev.ose.server.platform.client;

import dev.ose.adapter.Capability;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads pages of versions from platforms, with the key of the bucket's owner. */
public final class VersionPages {

    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;

    /**
     * @param buffers lends a buffer; called on I/O threads
     */
    public VersionPages(PlatformDirectory platforms, PlatformClient questions, Supplier<PooledBuffer> buffers) {
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
    }

    /** Whether versions have to be listed, because the bucket may have some. */
    boolean areToBeAsked(BucketOwner owner) {
        return owner.mayHaveVersions() && platforms.get(owner.endpoint()).offers(Capability.VERSIONING);
    }

    /** The name of the bucket's platform. */
    String platform(BucketOwner owner) {
        return platforms.get(owner.endpoint()).name();
    }

    /** The query parameters that continue after an entry. */
    static String behind(VersionsAnswer.Marker marker) {
        String key = "&key-marker=" + UriEncoding.encodeQuery(marker.key());
        return marker.versionId().isEmpty()
                ? key
                : key + "&version-id-marker=" + UriEncoding.encodeQuery(marker.versionId());
    }

    /**
     * A page; empty if the bucket has been deleted. Blocks for one request to the platform.
     *
     * @throws FailureException {@code PlatformRefused} if the platform refuses
     */
    Optional<VersionsAnswer> ask(BucketOwner owner, int maxKeys, String query, String operation) {
        Platform platform = platforms.get(owner.endpoint());
        String path = '/' + owner.bucket().value();
        String whole = "versions&encoding-type=url&max-keys=" + maxKeys + query;
        return questions
                .askAndWait(
                        owner.question(platform, "GET", path, whole, operation),
                        new RefusableDocument(platform, buffers, PlatformAnswer.MAX_BYTES))
                .map(body -> read(platform, body));
    }

    private static VersionsAnswer read(Platform platform, byte[] body) {
        try {
            return VersionsAnswer.read(body);
        } catch (MalformedXmlException e) {
            throw new FailureException(new Failure.PlatformUnreachable(platform.name()));
        }
    }

    /** The object in the entry, with the time in seconds, as in HEAD; empty for a delete marker or an older version. */
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

    /** The entry as an older version. */
    static OlderVersion older(VersionsAnswer.Entry entry) {
        var object = entry.object();
        return new OlderVersion(
                entry.versionId(),
                object == null ? 0 : object.sizeBytes(),
                entry.lastModified().truncatedTo(ChronoUnit.SECONDS),
                object == null);
    }
}
