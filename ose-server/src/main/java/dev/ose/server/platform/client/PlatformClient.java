package dev.ose.server.platform.client;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.CorsConfiguration;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.ownership.PlatformBuckets;
import dev.ose.server.bucket.sharing.SharingDocuments;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.VersioningRequest;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.WholeResponse;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What OSE asks platforms on its own account, with the keys of buckets' owners. Every method blocks for one request, 90
 * seconds at most; it throws {@code FailureException} with {@code PlatformRefused} if the platform will refuse the same
 * again, and with {@code PlatformUnreachable} if time may mend what it says. Thread-safe.
 */
public final class PlatformClient implements PlatformBuckets, SharingDocuments, VersioningRequest {

    /** A policy has 20 KiB, an ACL a hundred grants, and cross-origin rules and tags 64 KiB. */
    private static final int SETTING_BYTES = 256 * 1024;

    private static final int SETTING_EVENTS = 1_000;

    /** These pass: the platform does not know our key or our time, or keeps its user out for a while. */
    private static final Set<String> PASSES = Set.of(
            "InvalidAccessKeyId",
            "SignatureDoesNotMatch",
            "RequestTimeTooSkewed",
            "AuthorizationHeaderMalformed",
            "UserSuspended",
            "RequestTimeout",
            "SlowDown");

    private final PlatformDirectory platforms;
    private final BlockingTransport transport;

    public PlatformClient(PlatformDirectory platforms, BlockingTransport transport) {
        this.platforms = platforms;
        this.transport = transport;
    }

    /** The platform of a bucket. Does not block. */
    Platform platform(BucketOwner owner) {
        return platforms.get(owner.endpoint());
    }

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html">HeadObject</a>. */
    Optional<ObjectHead> headObject(BucketOwner owner, ObjectKey key, Purpose purpose) {
        return found(ask(owner, "HEAD", path(owner, key), "", purpose, 0)).map(ObjectHead::new);
    }

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html">GetObjectTagging</a>; tags
     * are read as they are, be they such as S3 would not have.
     */
    Optional<Tagging> objectTagging(BucketOwner owner, ObjectKey key, Purpose purpose) {
        return found(ask(owner, "GET", path(owner, key), "tagging", purpose, SETTING_BYTES))
                .map(answer -> {
                    try {
                        return Tagging.readAsIs(answer.body());
                    } catch (S3ErrorException nonsense) {
                        // It says so again, however often it is asked.
                        throw new FailureException(
                                new Failure.PlatformRefused(platform(owner).name(), "tags that are none"));
                    }
                });
    }

    /**
     * A page of <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html">ListObjects</a>: its
     * first version, which all platforms have; empty if the bucket is gone.
     *
     * @param parameters those besides the number of keys, each behind an {@code &}
     */
    Optional<ListingAnswer> listObjects(BucketOwner owner, int maxKeys, String parameters, Purpose purpose) {
        String query = "encoding-type=url&max-keys=" + maxKeys + parameters;
        return document(owner, path(owner), query, purpose, ListingAnswer::read);
    }

    /**
     * A page of <a
     * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html">ListObjectVersions</a>; empty
     * if the bucket is gone.
     *
     * @param parameters those besides the number of keys, each behind an {@code &}
     */
    Optional<VersionsAnswer> listObjectVersions(BucketOwner owner, int maxKeys, String parameters, Purpose purpose) {
        String query = "versions&encoding-type=url&max-keys=" + maxKeys + parameters;
        return document(owner, path(owner), query, purpose, VersionsAnswer::read);
    }

    /**
     * A page of <a
     * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html">ListMultipartUploads</a>;
     * empty if the bucket is gone.
     *
     * @param parameters those besides the number of uploads, each behind an {@code &}
     */
    Optional<UploadsAnswer> listMultipartUploads(BucketOwner owner, String parameters, Purpose purpose) {
        String query = "uploads&encoding-type=url&max-uploads=1000" + parameters;
        return document(owner, path(owner), query, purpose, UploadsAnswer::read);
    }

    /**
     * A page of <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html">ListParts</a>; empty if
     * there is no such upload.
     */
    Optional<PlatformAnswer.Parts> listParts(BucketOwner owner, Upload upload, @Nullable PartNumber after) {
        String query = "max-parts=1000"
                + (after == null ? "" : "&part-number-marker=" + after.value())
                + "&uploadId="
                + UriEncoding.encodeQuery(upload.id().value());
        return document(owner, path(owner, upload.key()), query, Purpose.CHECK_UPLOAD, PlatformClient::parts);
    }

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html">AbortMultipartUpload</a>;
     * does nothing if there is no such upload.
     */
    void abortUpload(BucketOwner owner, Upload upload) {
        String query = "uploadId=" + UriEncoding.encodeQuery(upload.id().value());
        WholeResponse answer =
                ask(owner, "DELETE", path(owner, upload.key()), query, Purpose.ABORT_UPLOAD, SETTING_BYTES);
        if (!UploadWrite.isOver(answer.status())) {
            throw refusal(answer);
        }
    }

    private static PlatformAnswer.Parts parts(byte[] body) {
        return PlatformAnswer.find(PlatformAnswer.Parts.class, body)
                .orElseThrow(() -> new MalformedXmlException("no parts"));
    }

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketCors.html">GetBucketCors</a>; empty if
     * there are no rules, or none that the owner, who may be suspended, can have in force. Rules that came to the
     * platform past us and that we would have refused allow nothing.
     */
    Optional<CorsConfiguration> corsRules(BucketOwner owner) {
        WholeResponse answer = ask(owner, "GET", path(owner), "cors", Purpose.READ_CORS_RULES, SETTING_BYTES);
        int status = answer.status();
        if (status == 501 || (status >= 400 && status < 500) || (status == 200 && answer.isTooLong())) {
            return Optional.empty();
        }
        if (status != 200) {
            throw answer.unreachable();
        }
        try {
            return Optional.of(CorsConfiguration.read(answer.body()));
        } catch (S3ErrorException e) {
            return Optional.empty();
        }
    }

    /**
     * {@inheritDoc}
     *
     * @see <a
     *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html">GetBucketVersioning</a>
     */
    @Override
    public boolean mayHaveVersions(BucketOwner owner) {
        if (!platform(owner).offers(Capability.VERSIONING)) {
            return false;
        }
        WholeResponse answer = ask(owner, "GET", path(owner), "versioning", Purpose.CHECK_VERSIONING, SETTING_BYTES);
        byte[] setting = found(answer).orElseThrow(answer::unreachable).body();
        try {
            XmlReader xml = XmlReader.open(setting, SETTING_BYTES, SETTING_EVENTS);
            if (!xml.name().equals("VersioningConfiguration")) {
                throw answer.unreachable();
            }
            return !xml.textOf("Status").isBlank();
        } catch (MalformedXmlException e) {
            throw answer.unreachable();
        }
    }

    @Override
    public Optional<byte[]> policy(BucketOwner owner) {
        return sharing(owner, Capability.POLICY, "policy");
    }

    @Override
    public Optional<byte[]> acl(BucketOwner owner) {
        return sharing(owner, Capability.ACL, "acl");
    }

    /** A refusal, too, leaves open what is shared, so it may be asked for again. */
    private Optional<byte[]> sharing(BucketOwner owner, Capability needed, String query) {
        if (!platform(owner).offers(needed)) {
            return Optional.empty();
        }
        WholeResponse answer = ask(owner, "GET", path(owner), query, Purpose.READ_SHARING, SETTING_BYTES);
        return switch (answer.status()) {
            case 200 -> Optional.of(answer.body());
            case 404 -> Optional.empty();
            default -> throw answer.unreachable();
        };
    }

    /**
     * {@inheritDoc}
     *
     * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html">HeadBucket</a>
     */
    @Override
    public boolean exists(BucketOwner owner) {
        return found(ask(owner, "HEAD", path(owner), "", Purpose.CHECK_CLAIM, 0))
                .isPresent();
    }

    /**
     * {@inheritDoc}
     *
     * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html">ListBuckets</a>
     */
    @Override
    public boolean isListed(BucketOwner owner) {
        PlatformRequest request = PlatformRequest.question(
                platform(owner), owner.key(), "GET", "/", "", Purpose.READ_OWN_BUCKETS.operation());
        return found(transport.send(request, PlatformAnswer.MAX_BYTES))
                .map(answer -> parse(answer, OwnBuckets::names))
                .filter(names -> names.contains(owner.bucket().value()))
                .isPresent();
    }

    private <T> Optional<T> document(
            BucketOwner owner, String path, String query, Purpose purpose, Function<byte[], T> reader) {
        return found(ask(owner, "GET", path, query, purpose, PlatformAnswer.MAX_BYTES))
                .map(answer -> parse(answer, reader));
    }

    private WholeResponse ask(
            BucketOwner owner, String method, String path, String query, Purpose purpose, int maximumBytes) {
        return transport.send(owner.question(platform(owner), method, path, query, purpose.operation()), maximumBytes);
    }

    /** The answer; empty if what was asked for is not there. */
    static Optional<WholeResponse> found(WholeResponse answer) {
        return switch (answer.status()) {
            case 200 -> Optional.of(answer);
            case 404 -> Optional.empty();
            default -> throw refusal(answer);
        };
    }

    private static FailureException refusal(WholeResponse answer) {
        return passes(answer.body()) ? answer.unreachable() : answer.refusedOrUnreachable();
    }

    private static boolean passes(byte[] refusal) {
        return PlatformAnswer.find(PlatformAnswer.Failed.class, refusal)
                .filter(failed -> PASSES.contains(failed.code()))
                .isPresent();
    }

    static <T> T parse(WholeResponse answer, Function<byte[], T> reader) {
        try {
            return reader.apply(answer.body());
        } catch (MalformedXmlException e) {
            throw answer.unreachable();
        }
    }

    private static String path(BucketOwner owner) {
        return '/' + owner.bucket().value();
    }

    private static String path(BucketOwner owner, ObjectKey key) {
        return path(owner) + '/' + UriEncoding.encodePath(key.value());
    }
}
