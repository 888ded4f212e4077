package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3Error;
import org.jspecify.annotations.Nullable;

/**
 * The object that a copy reads, as {@code x-amz-copy-source} names it. Authorise it like a GET of its own, and send
 * upstream only {@link #headerValue()}, never the text that the client wrote.
 *
 * @param versionId null for the current version
 */
public record CopySource(
        BucketName bucket, ObjectKey key, @Nullable VersionId versionId) {

    private static final String HEADER = "x-amz-copy-source";
    private static final String VERSION = "?versionId=";

    /**
     * Reads {@code [/]bucket/key[?versionId=id]}. The version is cut off while the text is still raw, so that an
     * encoded question mark belongs to the key; then bucket and key are decoded together, once, by the decoder of the
     * request path. The slash between them may be encoded. Any other raw question mark is refused.
     */
    public static Parsed<CopySource> parse(String raw) {
        int mark = raw.indexOf('?');
        if (mark < 0) {
            return source(raw, null);
        }
        if (!raw.startsWith(VERSION, mark) || raw.indexOf('?', mark + 1) >= 0) {
            return refuse("Invalid copy source query", raw);
        }
        VersionId version = UriEncoding.decode(raw.substring(mark + VERSION.length()))
                .flatMap(VersionId::parse)
                .orElse(null);
        return version == null ? refuse("Invalid version id specified", raw) : source(raw.substring(0, mark), version);
    }

    /** The source in one canonical spelling, fit for the header: without a slash in front, as policies compare it. */
    public String headerValue() {
        String path = bucket.value() + '/' + UriEncoding.encodePath(key.value());
        return versionId == null ? path : path + VERSION + UriEncoding.encodeQuery(versionId.value());
    }

    private static Parsed<CopySource> source(String raw, @Nullable VersionId version) {
        String path = UriEncoding.decode(raw).orElse(null);
        if (path == null) {
            return refuse("Invalid copy source encoding", raw);
        }
        int start = path.startsWith("/") ? 1 : 0;
        int slash = path.indexOf('/', start);
        if (slash < 0 || slash + 1 == path.length()) {
            return refuse("Copy Source must mention the source bucket and key: sourcebucket/sourcekey", raw);
        }
        return S3Addressing.bucket(path.substring(start, slash))
                .flatMap(bucket -> S3Addressing.decodedKey(path.substring(slash + 1))
                        .flatMap(key -> Parsed.of(new CopySource(bucket, key, version))));
    }

    private static Parsed<CopySource> refuse(String message, String raw) {
        return Parsed.refuse(S3Error.invalidArgument(message, HEADER, raw));
    }
}
