package dev.ose.adapter;

/** An optional feature of a platform beyond storing and reading objects. Data about the platform, not code. */
public enum Capability {
    /**
     * Understands {@code STREAMING-UNSIGNED-PAYLOAD-TRAILER} bodies and verifies their checksum, and the checksum that
     * a header states of a body.
     */
    TRAILERS,
    /** Verifies a CRC64NVME of a body, in a header and, with {@link #TRAILERS}, behind the body. */
    CRC64NVME,
    /** The same of MD5, SHA-512, XXHash64, XXHash3 and XXHash128 as checksums, which came to S3 in 2026. */
    NEWER_CHECKSUMS,
    /** Refuses a body that differs from its signed {@code x-amz-content-sha256}, over plain HTTP too. */
    ENFORCES_SIGNED_HASH,
    /** Stores every key byte for byte: {@code //}, {@code ..} and leading slashes included. */
    EXACT_KEYS,
    /** Decides {@code If-None-Match} and {@code If-Match} on writes atomically. */
    CONDITIONAL_WRITES,
    /** Decides {@code If-Match} of DeleteObject and {@code ETag} in DeleteObjects. */
    CONDITIONAL_DELETES,
    /** Decides {@code If-None-Match} and {@code If-Match} of CompleteMultipartUpload. */
    CONDITIONAL_COMPLETIONS,
    /** Decides {@code If-None-Match} and {@code If-Match} of CopyObject. */
    CONDITIONAL_COPIES,
    /** Decides {@code x-amz-copy-source-if-*} of CopyObject and UploadPartCopy. */
    COPY_SOURCE_CONDITIONS,
    /** Keeps versions of objects. */
    VERSIONING,
    /** Keeps tags of objects and buckets. */
    TAGGING,
    /** Takes the tags of a new bucket with its creation, both or neither. */
    TAGGED_CREATION,
    /** Keeps retention and legal holds. */
    OBJECT_LOCK,
    /** Evaluates bucket policies. */
    POLICY,
    /**
     * With {@link #POLICY} and {@link #ACL}: evaluates {@code StringLike}, {@code StringNotLikeIfExists} and {@code
     * StringNotEqualsIfExists} of {@code aws:Referer} by the header of each request as S3 does, and keeps policies as
     * they were written. Nodes answer then what policies ask of clients whom the platform does not see, and state it in
     * that header.
     */
    REFERER_CONDITIONS,
    /** Evaluates access control lists. */
    ACL,
    /** Expires objects by lifecycle rules. */
    LIFECYCLE,
    /** Heeds sizes of objects and {@code NewerNoncurrentVersions} in lifecycle rules. */
    LIFECYCLE_SIZES,
    /**
     * Encrypts objects at rest with keys of its own (SSE-S3), on request and by the default encryption of a bucket.
     */
    SSE_S3,
    /** Keeps the cross-origin rules of buckets; OSE itself answers by them. */
    CORS,
    /** Takes browser form uploads. */
    POST_UPLOAD,
    /** Its administration reports what a user's buckets hold. */
    USAGE,
    /** Its administration lists the buckets of a user. */
    BUCKET_LISTS,
    /** Its administration gives a bucket to another user of its tenant, an empty one at least. */
    BUCKET_TRANSFERS,
    /**
     * Decides whether the caller may perform an operation before it refuses the operation as {@code NotImplemented}.
     * Nodes that perform it instead trust that decision.
     */
    AUTHORISES_UNSUPPORTED,
    /** Explains how it decides about a request, by what decides about requests. */
    EXPLAINS_ACCESS,
    /** People look after it in a browser. */
    CONSOLE,
    /** Its administration stops one key pair of a user and lets it work again. */
    KEY_STATUS,
    /** Its administration returns the canonical id of requests without a signature. */
    ANONYMOUS_ID,
    /** Its administration returns the canonical id of the deliverer of access logs. */
    LOG_DELIVERY_ID,
    /** Its users are those of an IAM as AWS has it. */
    IAM,
    /** Tenants may have an S3 endpoint of their own. */
    TENANT_ENDPOINTS
}
