package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.ObjectAccess;
import dev.ose.adapter.embedded.store.ObjectDescription;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.chunked.ContentCodings;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.QueryParameters;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/** Reads the headers that describe the written object, and refuses unsupported ones. */
final class ObjectHeaders {

    static final String METADATA_PREFIX = "x-amz-meta-";
    private static final int MAX_METADATA_BYTES = 2048;
    private static final List<String> SYSTEM_HEADERS = List.of(
            "cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "expires");
    private static final String REDIRECT = "x-amz-website-redirect-location";

    /**
     * The storage classes of general purpose buckets. All are accepted; objects are stored and reported as STANDARD.
     */
    private static final Set<String> STORAGE_CLASSES = Set.of(
            "STANDARD",
            "REDUCED_REDUNDANCY",
            "STANDARD_IA",
            "ONEZONE_IA",
            "INTELLIGENT_TIERING",
            "GLACIER_IR",
            "GLACIER",
            "DEEP_ARCHIVE");

    private ObjectHeaders() {}

    /** The description of the written object, as one of the bucket's owner; refuses invalid headers. */
    static ObjectDescription describe(WireRequest request, StoredBucket bucket, Instant now) {
        return new ObjectDescription(
                systemHeaders(request),
                metadata(request),
                tags(request.text("x-amz-tagging")),
                ObjectAccess.OF_BUCKET,
                LockHeaders.asked(request, bucket, now),
                EncryptionHeaders.isAsked(request, bucket));
    }

    /** Refuses headers of unsupported features by name. */
    static void refuseUnoffered(WireRequest request) {
        if (request.get(REDIRECT) != null) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", REDIRECT));
        }
        String storageClass = request.text("x-amz-storage-class");
        if (!storageClass.isEmpty() && !STORAGE_CLASSES.contains(storageClass)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_STORAGE_CLASS));
        }
    }

    private static SequencedMap<String, String> systemHeaders(WireRequest request) {
        SequencedMap<String, String> headers = new LinkedHashMap<>();
        for (String name : SYSTEM_HEADERS) {
            String value = request.get(name);
            if (value != null && name.equals("content-encoding")) {
                value = ContentCodings.withoutChunking(value);
            }
            if (value != null && !value.isEmpty()) {
                headers.put(name, value);
            }
        }
        return headers;
    }

    /** Drops {@code aws-chunked}, which is not part of the object's encoding. */
    private static SequencedMap<String, String> metadata(WireRequest request) {
        SequencedMap<String, String> metadata = new LinkedHashMap<>();
        int size = 0;
        for (String name : request.headerNames()) {
            if (name.startsWith(METADATA_PREFIX) && name.length() > METADATA_PREFIX.length()) {
                String value = request.text(name);
                if (metadata.put(name.substring(METADATA_PREFIX.length()), value) == null) {
                    size += name.length() - METADATA_PREFIX.length() + value.length();
                }
            }
        }
        if (size > MAX_METADATA_BYTES) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.METADATA_TOO_LARGE)
                    .with("Size", Integer.toString(size))
                    .with("MaxSizeAllowed", Integer.toString(MAX_METADATA_BYTES)));
        }
        return metadata;
    }

    private static SequencedMap<String, String> tags(String header) {
        SequencedMap<String, String> tags = new LinkedHashMap<>();
        for (QueryParameters.Parameter tag :
                QueryParameters.parse(header).orElseThrow().parameters()) {
            new Tagging.Tag(tag.name(), tag.value()).require();
            if (tags.put(tag.name(), tag.value()) != null) {
                throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_TAG));
            }
        }
        if (tags.size() > Tagging.MAX_OBJECT_TAGS) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.BAD_REQUEST, "Object tags cannot be greater than 10"));
        }
        return tags;
    }
}
