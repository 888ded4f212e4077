package dev.ose.adapter;

/**
 * Deviations of a platform's S3 service from S3 that OSE compensates, and of its keys from those of other platforms.
 * Code that sends requests checks for a quirk, never for a vendor's name.
 */
public enum Quirk {
    /**
     * Decodes {@code x-amz-copy-source} of UploadPartCopy twice, so that a key with a percent sign names another
     * object, or brings the service down. Encoded once more it arrives as meant.
     */
    PART_COPY_SOURCE_DECODED_TWICE,
    /**
     * Looks a bucket's name up among those of the caller's platform tenant. An anonymous request has to name the
     * tenant, too: {@code tenant:bucket}.
     */
    BUCKETS_NAMED_PER_TENANT,
    /**
     * Overlooks the names of settings that came to S3 late, such as encryption and ownership controls, and does what is
     * left of the request: deletes the bucket instead of its encryption, overwrites an object, reads it instead of its
     * attributes.
     */
    NEWER_SETTINGS_OVERLOOKED,
    /**
     * Compares the tag in {@code If-Match} of a write with its quotes, so that the tag as S3 writes it never matches: a
     * bare one does.
     */
    WRITE_CONDITIONS_UNQUOTED,
    /** Goes down when several objects are deleted by one request in a bucket whose notifications report removals. */
    REMOVALS_NOT_TOLD_SAFELY,
    /** Ignores the queues, functions and event buses of a notification configuration, and returns its topics alone. */
    TOPICS_ONLY,
    /**
     * Overlooks {@code If-Range}, so that a client that resumes the download of an object that was replaced gets the
     * rest of the new one. Without {@code Range} it gets all of it, as it should.
     */
    RANGE_CONDITIONS_OVERLOOKED,
    /**
     * Overlooks {@code If-Match} of a read, so that ranged reads after the first could be of another version. Nodes do
     * not read ahead there.
     */
    READ_CONDITIONS_OVERLOOKED,
    /**
     * Overlooks {@code x-amz-tagging-directive}: a copy has the tags of its source if it has its metadata, and
     * otherwise none. Keeps {@code x-amz-tagging} of a copy in a form that cannot be read.
     */
    COPIED_TAGS_FOLLOW_METADATA,
    /**
     * Overlooks {@code x-amz-tagging} and {@code x-amz-object-lock-*} of CreateMultipartUpload, so that the object has
     * neither. Nodes store nothing with tags or a lock by uploads of their own there.
     */
    UPLOAD_TAGS_AND_LOCKS_OVERLOOKED,
    /**
     * Gives the object of a multipart upload no CRC64NVME by itself, so that a copy in parts would lose that of its
     * source. Nodes copy such sources by one request.
     */
    UPLOADS_NOT_SUMMED_UP,
    /**
     * Applies the policy of a bucket to its owner as to others: what no statement allows the owner is denied, deleting
     * the policy included, until an administrator of the platform deletes it. Nodes take no policies there.
     */
    POLICIES_BIND_OWNERS,
    /**
     * Has buckets with and without ACLs, and makes one with them if CreateBucket names another ownership than {@code
     * BucketOwnerEnforced}, or the ACL {@code private}. Nodes are not asked about what ACLs permit, and make none.
     */
    NEW_BUCKETS_MAY_HAVE_ACLS,
    /** Stores an object as it is if it is asked to encrypt it, and does not say so. Nodes refuse to ask. */
    ENCRYPTION_OVERLOOKED,
    /**
     * Has one key pair for each user: {@link StoragePlatform#createKey} gives the same access key another secret key,
     * and the former one stops at once.
     */
    ONE_KEY_PER_USER,
    /**
     * Has two key pairs for each user at most: {@link StoragePlatform#createKey} is {@code REJECTED} if there are two.
     * Nodes need one, and another one while they replace it.
     */
    TWO_KEYS_PER_USER,
    /**
     * Applies the policy of a bucket to requests without a signature, and to no others. Nodes take no policies there.
     */
    POLICIES_FOR_PUBLIC_ALONE,
    /**
     * Has buckets without owners, which only those reach whom its administration admits. Nodes call {@link
     * StoragePlatform#admitToBucket} before they create a bucket.
     */
    BUCKETS_NEED_ADMISSION,
    /**
     * Answers {@code AccessDenied} to ListBuckets of a user who has none. Nodes list buckets themselves.
     */
    EMPTY_BUCKET_LISTS_DENIED,
    /**
     * Names one and the same owner of all buckets, objects and uploads. Nodes name the owner of the bucket instead,
     * whose canonical id the platform never states.
     */
    OWNERS_NOT_NAMED,
    /** Counts what buckets hold from time to time, so that {@link StoragePlatform#usage} reports an earlier state. */
    USAGE_COUNTED_LATER,
    /**
     * Refuses CreateBucket without a {@code LocationConstraint}, which has to be its region. Nodes state {@link
     * PlatformInfo#region}.
     */
    REGION_NAMED_IN_CREATION
}
