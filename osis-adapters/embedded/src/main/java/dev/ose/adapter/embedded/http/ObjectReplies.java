package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.Versioning;
import dev.ose.s3.HttpDate;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ObjectChecksum;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The headers of answers that describe objects. */
final class ObjectReplies {

    private static final String DEFAULT_CONTENT_TYPE = "binary/octet-stream";

    private ObjectReplies() {}

    /** Adds the headers of a GET or HEAD, except those that depend on the range. */
    static EmbeddedReply describe(EmbeddedReply reply, StoredBucket bucket, ObjectVersion version) {
        var description = version.description();
        reply.with("Content-Type", DEFAULT_CONTENT_TYPE);
        description.headers().forEach((name, value) -> reply.with(canonical(name), value));
        description.metadata().forEach((name, value) -> reply.with(ObjectHeaders.METADATA_PREFIX + name, value));
        if (!description.tags().isEmpty()) {
            reply.with(
                    "x-amz-tagging-count", Integer.toString(description.tags().size()));
        }
        EncryptionHeaders.addTo(reply, description.isEncrypted());
        return identify(reply, bucket, version).with("Accept-Ranges", "bytes");
    }

    /** Adds the headers of a 304. */
    static EmbeddedReply identify(EmbeddedReply reply, StoredBucket bucket, ObjectVersion version) {
        return reply.with("ETag", version.content().etag().quoted())
                .with("Last-Modified", HttpDate.format(version.modifiedAt()))
                .with("x-amz-version-id", versionId(bucket, version.versionId()));
    }

    /** The header value of the version; null if the bucket never had versioning. */
    static @Nullable String versionId(StoredBucket bucket, VersionId version) {
        return bucket.settings().versioning() == Versioning.OFF && version.isNull() ? null : version.value();
    }

    /** The same after a write, which may know a newer state of the bucket; null for the null version. */
    static @Nullable String writtenVersionId(VersionId version) {
        return version.isNull() ? null : version.value();
    }

    static EmbeddedReply checksum(EmbeddedReply reply, @Nullable ObjectChecksum checksum) {
        if (checksum != null) {
            reply.with(checksum.algorithm().header(), checksum.value())
                    .with("x-amz-checksum-type", checksum.type().name());
        }
        return reply;
    }

    /** The checksum as elements of a document. */
    static Map<String, String> elements(@Nullable ObjectChecksum checksum) {
        return checksum == null
                ? Map.of()
                : Map.of(
                        checksum.algorithm().element(),
                        checksum.value(),
                        "ChecksumType",
                        checksum.type().name());
    }

    private static String canonical(String lowerCaseName) {
        return Objects.requireNonNull(Map.of(
                        "cache-control", "Cache-Control",
                        "content-disposition", "Content-Disposition",
                        "content-encoding", "Content-Encoding",
                        "content-language", "Content-Language",
                        "content-type", "Content-Type",
                        "expires", "Expires")
                .get(lowerCaseName));
    }
}
