package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.document.EncryptionConfiguration;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import org.jspecify.annotations.Nullable;

/**
 * The headers of server-side encryption. SSE-S3 is the only kind that is offered; a write that requests another one is
 * refused by name: ignoring it would store bytes that the client believes to be encrypted with its key.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/serv-side-encryption.html">Server-side
 *     encryption</a>
 */
final class EncryptionHeaders {

    private static final String PREFIX = "x-amz-server-side-encryption";
    private static final String OF_CLIENT = PREFIX + "-customer-";
    private static final String OF_CLIENT_TO_SOURCE = "x-amz-copy-source-server-side-encryption-customer-";
    private static final String BUCKET_KEY = PREFIX + "-bucket-key-enabled";
    private static final String AES256 = "AES256";

    private EncryptionHeaders() {}

    /** Whether the object to be written is to be encrypted, by its request or else by the bucket's default. */
    static boolean isAsked(WireRequest request, StoredBucket bucket) {
        String algorithm = request.get(PREFIX);
        refuseClientKey(request, bucket, algorithm);
        if (algorithm == null) {
            refuse(request);
            return bucket.settings().isEncryptedByDefault();
        }
        switch (algorithm) {
            case AES256 -> refuseKmsKey(request);
            case "aws:kms", "aws:kms:dsse" ->
                throw new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED)
                        .with("Header", PREFIX)
                        .with("Value", algorithm));
            default -> throw invalid("The encryption method specified is not supported", algorithm);
        }
        return true;
    }

    /** Whether the request itself states how to encrypt. */
    static boolean isStated(WireRequest request) {
        return request.get(PREFIX) != null;
    }

    /** Refuses all by name, on operations that have none: the upload determines the encryption of its parts. */
    static void refuse(WireRequest request) {
        for (String name : request.headerNames()) {
            if (name.startsWith(PREFIX)) {
                throw notOffered(name);
            }
        }
    }

    /**
     * Refuses a client's key (SSE-C) on reads: no object is encrypted with one, and AWS refuses a key for such objects.
     */
    static void refuseKeyOfObject(WireRequest request) {
        refuseKey(request, OF_CLIENT);
    }

    /** The same for the source of a copy. */
    static void refuseKeyOfSource(WireRequest request) {
        refuseKey(request, OF_CLIENT_TO_SOURCE);
    }

    /** States in the answer how an object or part is encrypted. */
    static EmbeddedReply addTo(EmbeddedReply reply, boolean isEncrypted) {
        return reply.with(PREFIX, isEncrypted ? AES256 : null);
    }

    private static void refuseClientKey(WireRequest request, StoredBucket bucket, @Nullable String algorithm) {
        String name = request.headerNames().stream()
                .filter(header -> header.startsWith(OF_CLIENT))
                .findFirst()
                .orElse(null);
        if (name == null) {
            return;
        }
        if (algorithm != null) {
            throw invalid(
                    "Server Side Encryption with Customer provided key is incompatible with the encryption method"
                            + " specified",
                    algorithm);
        }
        EncryptionConfiguration setting = bucket.settings().encryption();
        if (setting != null && setting.blocked() == EncryptionConfiguration.Blocked.SSE_C) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
        }
        throw notOffered(name);
    }

    private static void refuseKmsKey(WireRequest request) {
        for (String name : request.headerNames()) {
            if (name.equals(BUCKET_KEY)) {
                throw notOffered(name);
            }
            if (name.startsWith(PREFIX) && !name.equals(PREFIX)) {
                throw invalid(
                        "Server Side Encryption with AWS KMS managed key requires HTTP header"
                                + " x-amz-server-side-encryption : aws:kms",
                        AES256);
            }
        }
    }

    private static void refuseKey(WireRequest request, String prefix) {
        if (request.headerNames().stream().anyMatch(name -> name.startsWith(prefix))) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST, "The encryption parameters are not applicable to this object."));
        }
    }

    private static S3ErrorException invalid(String message, String algorithm) {
        return new S3ErrorException(S3Error.invalidArgument(message, PREFIX, algorithm));
    }

    private static S3ErrorException notOffered(String name) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", name));
    }
}
