package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bucket and key of a request in its raw path and Host header, both styles of
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html">addressing</a> at once. A Host
 * equal to an S3 host name means path style at the root; {@code <bucket>.<host name>} means virtual-hosted style, dots
 * in the bucket allowed; any other Host means path style below the prefix. Paths are never normalised: a second slash
 * belongs to the key.
 *
 * @param hostNames S3 host names in lower case without a port, such as {@code s3.example.com}
 * @param pathPrefix empty for the root, else begins with a slash and does not end with one
 */
public record S3Addressing(List<String> hostNames, String pathPrefix) {

    private static final String OBJECT_RESPONSE_PATH = "/WriteGetObjectResponse";
    private static final S3Target SERVICE = new S3Target.Service();

    public S3Addressing {
        hostNames = List.copyOf(hostNames);
        for (String name : hostNames) {
            if (name.isEmpty() || !name.equals(name.toLowerCase(Locale.ROOT)) || name.endsWith(".")) {
                throw new IllegalArgumentException("not a host name in lower case: " + name);
            }
        }
        if (!pathPrefix.isEmpty() && (!pathPrefix.startsWith("/") || pathPrefix.endsWith("/"))) {
            throw new IllegalArgumentException("not a path prefix: " + pathPrefix);
        }
    }

    /** Path style at the root, whatever the Host. */
    public static S3Addressing root() {
        return new S3Addressing(List.of(), "");
    }

    /** Whether requests for this Host are S3 requests whatever their path, in either style. */
    public boolean ownsHost(@Nullable String host) {
        String name = hostName(host);
        return hostNames.stream().anyMatch(own -> name.equals(own) || name.endsWith("." + own));
    }

    /**
     * The target of a request. Refuses with {@code InvalidURI}, {@code InvalidBucketName}, {@code KeyTooLongError}, and
     * with {@code InvalidURI} too when the path lies outside the prefix.
     *
     * @param rawPath the path of {@link RawTarget}
     * @param host the Host header, with or without a port; null when there was none
     */
    public Parsed<S3Target> resolve(String rawPath, @Nullable String host) {
        String name = hostName(host);
        if (hostNames.contains(name)) {
            return pathStyle(rawPath);
        }
        String bucket = virtualBucket(name);
        if (bucket != null) {
            return bucket(bucket).flatMap(found -> inBucket(found, rawPath));
        }
        if (!rawPath.startsWith(pathPrefix)) {
            return Parsed.refuse(S3Error.of(S3ErrorCode.INVALID_URI));
        }
        return pathStyle(rawPath.substring(pathPrefix.length()));
    }

    /**
     * The bucket that the Host names, as it stands there in lower case; null if the path names one, or nothing does.
     */
    public @Nullable String bucketInHost(@Nullable String host) {
        String name = hostName(host);
        return hostNames.contains(name) ? null : virtualBucket(name);
    }

    /** The longest S3 host name decides, so that one may be a subdomain of another. */
    private @Nullable String virtualBucket(String name) {
        String shortest = null;
        for (String own : hostNames) {
            if (name.endsWith("." + own)) {
                String bucket = name.substring(0, name.length() - own.length() - 1);
                shortest = shortest == null || bucket.length() < shortest.length() ? bucket : shortest;
            }
        }
        return shortest;
    }

    private static Parsed<S3Target> pathStyle(String path) {
        if (path.isEmpty() || path.equals("/")) {
            return Parsed.of(SERVICE);
        }
        if (path.charAt(0) != '/') {
            return Parsed.refuse(S3Error.of(S3ErrorCode.INVALID_URI));
        }
        if (path.equals(OBJECT_RESPONSE_PATH)) {
            return Parsed.of(new S3Target.ObjectResponseRoute());
        }
        int slash = path.indexOf('/', 1);
        int end = slash < 0 ? path.length() : slash;
        return UriEncoding.decode(path.substring(1, end))
                .map(S3Addressing::bucket)
                .orElseGet(() -> Parsed.refuse(S3Error.of(S3ErrorCode.INVALID_URI)))
                .flatMap(bucket -> inBucket(bucket, path.substring(end)));
    }

    /** Reads what follows the bucket: nothing, or a slash and the raw key. */
    private static Parsed<S3Target> inBucket(BucketName bucket, String rest) {
        if (rest.isEmpty() || rest.equals("/")) {
            return Parsed.of(new S3Target.Bucket(bucket));
        }
        if (rest.charAt(0) != '/') {
            return Parsed.refuse(S3Error.of(S3ErrorCode.INVALID_URI));
        }
        return key(rest.substring(1)).flatMap(key -> Parsed.of(new S3Target.Key(bucket, key)));
    }

    static Parsed<BucketName> bucket(String text) {
        return BucketName.parse(text)
                .map(Parsed::of)
                .orElseGet(() -> Parsed.refuse(
                        S3Error.of(S3ErrorCode.INVALID_BUCKET_NAME).with("BucketName", text)));
    }

    /** Decodes a raw key, once. */
    static Parsed<ObjectKey> key(String raw) {
        return UriEncoding.decode(raw)
                .map(S3Addressing::decodedKey)
                .orElseGet(() -> Parsed.refuse(S3Error.of(S3ErrorCode.INVALID_URI)));
    }

    static Parsed<ObjectKey> decodedKey(String text) {
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > ObjectKey.MAX_BYTES) {
            return Parsed.refuse(S3Error.of(S3ErrorCode.KEY_TOO_LONG_ERROR)
                    .with("Size", Integer.toString(size))
                    .with("MaxSizeAllowed", Integer.toString(ObjectKey.MAX_BYTES)));
        }
        return ObjectKey.parse(text)
                .map(Parsed::of)
                .orElseGet(() -> Parsed.refuse(S3Error.of(S3ErrorCode.INVALID_URI)));
    }

    /** The host in lower case without port and trailing dot; an IPv6 literal keeps its brackets. */
    private static String hostName(@Nullable String host) {
        if (host == null) {
            return "";
        }
        String name = host.strip().toLowerCase(Locale.ROOT);
        int colon = name.lastIndexOf(':');
        if (colon > name.lastIndexOf(']')) {
            name = name.substring(0, colon);
        }
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
