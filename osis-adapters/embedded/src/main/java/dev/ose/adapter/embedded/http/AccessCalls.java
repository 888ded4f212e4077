package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.access.Acl;
import dev.ose.adapter.embedded.access.AclGrantee;
import dev.ose.adapter.embedded.access.AclGroup;
import dev.ose.adapter.embedded.access.Grant;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoreOwner;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.GrantHeader;
import dev.ose.s3.document.AclDocument;
import dev.ose.s3.document.OwnershipControls;
import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.BucketSubresource.Action;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.SharedAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings that control access: policy, ACLs, ownership controls and the public access block. */
final class AccessCalls {

    private static final Set<Action> ACTIONS = EnumSet.of(
            Action.GET_BUCKET_ACL,
            Action.PUT_BUCKET_ACL,
            Action.GET_BUCKET_POLICY,
            Action.PUT_BUCKET_POLICY,
            Action.DELETE_BUCKET_POLICY,
            Action.GET_BUCKET_POLICY_STATUS,
            Action.GET_BUCKET_OWNERSHIP_CONTROLS,
            Action.PUT_BUCKET_OWNERSHIP_CONTROLS,
            Action.DELETE_BUCKET_OWNERSHIP_CONTROLS,
            Action.GET_PUBLIC_ACCESS_BLOCK,
            Action.PUT_PUBLIC_ACCESS_BLOCK,
            Action.DELETE_PUBLIC_ACCESS_BLOCK);

    private final Store store;
    private final ObjectReads reads;
    private final AclReader acls;

    AccessCalls(Store store, ObjectReads reads) {
        this.store = store;
        this.reads = reads;
        this.acls = new AclReader(store.accounts());
    }

    /** Whether the setting is one of these. */
    static boolean areAbout(Action action) {
        return ACTIONS.contains(action);
    }

    /** Fails if the bucket's public access block forbids the ACL. */
    static void requireAllowed(StoredBucket bucket, Acl acl) {
        if (bucket.settings().access().blocked().blockPublicAcls() && acl.isPublic()) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
        }
    }

    EmbeddedReply setting(EmbeddedCall call, BucketSubresource subresource) throws IOException {
        StoredBucket bucket = call.bucket(subresource.bucket());
        return switch (subresource.action()) {
            case GET_BUCKET_ACL ->
                acl(
                        bucket.settings().access().hasAcls()
                                ? bucket.settings().access().acl()
                                : Acl.PRIVATE,
                        bucket.owner(),
                        bucket);
            case PUT_BUCKET_ACL -> {
                Acl acl = requested(call, bucket, new AclReader.Subject(bucket.owner(), null));
                if (bucket.settings().access().hasAcls()) {
                    store.buckets().setAcl(bucket, acl);
                }
                yield EmbeddedReply.of(200);
            }
            case GET_BUCKET_POLICY ->
                EmbeddedReply.document(policy(bucket).getBytes(StandardCharsets.UTF_8))
                        .with("Content-Type", "application/json");
            case PUT_BUCKET_POLICY -> setPolicy(call, bucket);
            case DELETE_BUCKET_POLICY -> {
                store.buckets().setPolicy(bucket, null);
                yield EmbeddedReply.of(204);
            }
            case GET_BUCKET_POLICY_STATUS ->
                EmbeddedReply.document(new ResultDocument.PolicyStatus(isPublic(policy(bucket))).toBytes());
            case GET_BUCKET_OWNERSHIP_CONTROLS ->
                EmbeddedReply.document(new OwnershipControls(present(
                                bucket,
                                bucket.settings().access().ownership(),
                                S3ErrorCode.OWNERSHIP_CONTROLS_NOT_FOUND_ERROR))
                        .toBytes());
            case PUT_BUCKET_OWNERSHIP_CONTROLS ->
                setOwnership(
                        bucket, OwnershipControls.read(call.readDocument(false)).ownership(), 200);
            case DELETE_BUCKET_OWNERSHIP_CONTROLS -> setOwnership(bucket, null, 204);
            case GET_PUBLIC_ACCESS_BLOCK ->
                EmbeddedReply.document(present(
                                bucket,
                                bucket.settings().access().block(),
                                S3ErrorCode.NO_SUCH_PUBLIC_ACCESS_BLOCK_CONFIGURATION)
                        .toBytes());
            case PUT_PUBLIC_ACCESS_BLOCK -> {
                store.buckets().setPublicAccessBlock(bucket, PublicAccessBlock.read(call.readDocument(false)));
                yield EmbeddedReply.of(200);
            }
            case DELETE_PUBLIC_ACCESS_BLOCK -> {
                store.buckets().setPublicAccessBlock(bucket, null);
                yield EmbeddedReply.of(204);
            }
            default -> throw S3Service.notImplemented(subresource);
        };
    }

    EmbeddedReply objectAcl(EmbeddedCall call, ObjectSubresource subresource) {
        StoredBucket bucket = call.bucket(subresource.bucket());
        ObjectVersion version = reads.requireObject(call, bucket, subresource.key(), subresource.versionId());
        Acl acl = bucket.settings().access().hasAcls()
                ? version.description().access().acl()
                : Acl.PRIVATE;
        return acl(acl, version.owner(bucket), bucket);
    }

    EmbeddedReply setObjectAcl(EmbeddedCall call, ObjectSubresource subresource) throws IOException {
        StoredBucket bucket = call.bucket(subresource.bucket());
        ObjectVersion version = reads.requireObject(call, bucket, subresource.key(), subresource.versionId());
        Acl acl = requested(call, bucket, new AclReader.Subject(version.owner(bucket), bucket.owner()));
        if (bucket.settings().access().hasAcls() && !store.contents().objects().setAcl(version, bucket, acl)) {
            throw new S3ErrorException(S3Error.noSuchKey(subresource.key()));
        }
        return EmbeddedReply.of(200);
    }

    /**
     * The ACL that the request sets. If ACLs are disabled, only the present one is accepted, because clients that copy
     * an object also copy its ACL.
     */
    private Acl requested(EmbeddedCall call, StoredBucket bucket, AclReader.Subject subject) throws IOException {
        WireRequest request = call.request();
        String length = request.text("content-length");
        boolean hasDocument = !length.isEmpty() && !length.equals("0");
        boolean hasHeaders = AclHeaders.areIn(request);
        if (hasDocument && hasHeaders) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.UNEXPECTED_CONTENT));
        }
        if (!hasDocument && !hasHeaders) {
            throw new S3ErrorException(
                    S3Error.of(S3ErrorCode.MISSING_SECURITY_HEADER).with("MissingHeaderName", AclHeaders.CANNED));
        }
        if (!bucket.settings().access().hasAcls()
                && hasHeaders
                && !"bucket-owner-full-control".equals(request.get(AclHeaders.CANNED))) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_CONTROL_LIST_NOT_SUPPORTED));
        }
        Acl acl = hasDocument
                ? acls.inDocument(call.readDocument(false), subject)
                : acls.inHeaders(request, subject).orElse(Acl.PRIVATE);
        if (!bucket.settings().access().hasAcls() && !acl.equals(Acl.PRIVATE)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_CONTROL_LIST_NOT_SUPPORTED));
        }
        requireAllowed(bucket, acl);
        return acl;
    }

    /** @param owner the owner of the bucket or object */
    private static EmbeddedReply acl(Acl acl, StoreOwner owner, StoredBucket bucket) {
        return EmbeddedReply.document(new AclDocument(
                        ListingCalls.named(owner),
                        acl.grants().stream()
                                .map(grant -> shown(grant, owner, bucket))
                                .toList())
                .toBytes());
    }

    private static AclDocument.Grant shown(Grant grant, StoreOwner owner, StoredBucket bucket) {
        String permission = grant.permission().name();
        return switch (grant.grantee()) {
            case AclGrantee.Owner() ->
                new AclDocument.Grant(GrantHeader.Kind.ID, owner.canonicalId(), owner.name(), permission);
            case AclGrantee.BucketOwner() ->
                new AclDocument.Grant(
                        GrantHeader.Kind.ID,
                        bucket.owner().canonicalId(),
                        bucket.owner().name(),
                        permission);
            case AclGrantee.User(String id) -> new AclDocument.Grant(GrantHeader.Kind.ID, id, null, permission);
            case AclGrantee.Members(AclGroup group) ->
                new AclDocument.Grant(GrantHeader.Kind.URI, group.uri(), null, permission);
        };
    }

    private static String policy(StoredBucket bucket) {
        return present(bucket, bucket.settings().policy(), S3ErrorCode.NO_SUCH_BUCKET_POLICY);
    }

    private static <T> T present(StoredBucket bucket, @Nullable T setting, S3ErrorCode otherwise) {
        return Optional.ofNullable(setting)
                .orElseThrow(() -> new S3ErrorException(
                        S3Error.of(otherwise).with("BucketName", bucket.name().value())));
    }

    private EmbeddedReply setPolicy(EmbeddedCall call, StoredBucket bucket) throws IOException {
        String document = BucketPolicyDocument.read(call.readDocument(false));
        if (bucket.settings().access().blocked().blockPublicPolicy() && isPublic(document)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
        }
        store.buckets().setPolicy(bucket, document);
        return EmbeddedReply.of(204);
    }

    private static boolean isPublic(String policy) {
        try {
            return SharedAccess.read(policy).isPublic();
        } catch (MalformedPolicyException e) {
            // A policy in a newer language grants nothing here.
            return false;
        }
    }

    private EmbeddedReply setOwnership(StoredBucket bucket, @Nullable ObjectOwnership ownership, int status) {
        if (!store.buckets().setOwnership(bucket, ownership)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP));
        }
        return EmbeddedReply.of(status);
    }
}
