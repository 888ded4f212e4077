package dev.ose.s3.operation;

import static dev.ose.s3.operation.ActionTrait.ANONYMOUS;
import static dev.ose.s3.operation.ActionTrait.APPLICATIONS;
import static dev.ose.s3.operation.ActionTrait.AUDITED;
import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_WRITE;
import static dev.ose.s3.operation.ActionTrait.GUESTS;
import static dev.ose.s3.operation.ActionTrait.OBJECT_ATTRIBUTES;
import static dev.ose.s3.operation.ActionTrait.OVERLOOKED;
import static dev.ose.s3.operation.ActionTraits.delete;
import static dev.ose.s3.operation.ActionTraits.list;
import static dev.ose.s3.operation.ActionTraits.read;
import static dev.ose.s3.operation.ActionTraits.write;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import java.util.Optional;

/** The actions on objects and uploads; {@link ObjectSubresource.Action} has those on a property of an object. */
public enum ObjectAction implements S3Action {
    GET_OBJECT(read("GetObject").needs("GetObject", "GetObjectVersion").with(GUESTS, ANONYMOUS, APPLICATIONS)),
    HEAD_OBJECT(read("HeadObject").needs("GetObject", "GetObjectVersion").with(GUESTS, ANONYMOUS, APPLICATIONS)),
    PUT_OBJECT(write("PutObject")
            .needs("PutObject")
            .with(GUESTS, ANONYMOUS, APPLICATIONS, OBJECT_ATTRIBUTES, GRANTED_BY_WRITE)),
    /** Needs to read its source, too. S3 lets only the holder of a key copy. */
    COPY_OBJECT(write("CopyObject").needs("PutObject").with(GUESTS, APPLICATIONS, OBJECT_ATTRIBUTES, GRANTED_BY_WRITE)),
    DELETE_OBJECT(delete("DeleteObject")
            .needs("DeleteObject", "DeleteObjectVersion")
            .with(GUESTS, ANONYMOUS, APPLICATIONS, GRANTED_BY_WRITE)),
    GET_OBJECT_ATTRIBUTES(
            read("GetObjectAttributes")
                    .at(S3Method.GET, "attributes")
                    .needs("GetObject", "GetObjectVersion")
                    .needs("GetObjectAttributes", "GetObjectVersionAttributes")
                    .with(GUESTS, ANONYMOUS, APPLICATIONS, OVERLOOKED),
            ObjectOperation.GetObjectAttributes::parse),
    CREATE_MULTIPART_UPLOAD(
            write("CreateMultipartUpload")
                    .at(S3Method.POST, "uploads")
                    .needs("PutObject")
                    .with(GUESTS, ANONYMOUS, APPLICATIONS, OBJECT_ATTRIBUTES, GRANTED_BY_WRITE),
            (bucket, key, arguments) -> {
                arguments.refuseVersionId();
                return new ObjectOperation.CreateMultipartUpload(bucket, key);
            }),
    UPLOAD_PART(write("UploadPart").needs("PutObject").with(GUESTS, ANONYMOUS, APPLICATIONS, GRANTED_BY_WRITE)),
    /** Needs to read its source, too. S3 lets only the holder of a key copy. */
    UPLOAD_PART_COPY(write("UploadPartCopy").needs("PutObject").with(GUESTS, APPLICATIONS, GRANTED_BY_WRITE)),
    COMPLETE_MULTIPART_UPLOAD(write("CompleteMultipartUpload")
            .needs("PutObject")
            .with(GUESTS, ANONYMOUS, APPLICATIONS, GRANTED_BY_WRITE)),
    ABORT_MULTIPART_UPLOAD(delete("AbortMultipartUpload")
            .needs("AbortMultipartUpload")
            .with(GUESTS, ANONYMOUS, APPLICATIONS, GRANTED_BY_WRITE)),
    LIST_PARTS(list("ListParts").needs("ListMultipartUploadParts").with(GUESTS, ANONYMOUS, APPLICATIONS)),
    PUT_OBJECT_RETENTION(
            write("PutObjectRetention")
                    .at(S3Method.PUT, "retention")
                    .needs("PutObjectRetention")
                    .with(GUESTS, ANONYMOUS, APPLICATIONS, AUDITED),
            (bucket, key, arguments) -> new ObjectOperation.PutObjectRetention(
                    bucket, key, arguments.versionId(), arguments.bypassGovernance())),
    /** Ceph 16.2 takes the restoration for a form, and complains of that before it looks at rights. */
    RESTORE_OBJECT(
            write("RestoreObject")
                    .at(S3Method.POST, "restore")
                    .needs("RestoreObject")
                    .with(APPLICATIONS),
            (bucket, key, arguments) -> new ObjectOperation.RestoreObject(bucket, key, arguments.versionId())),
    SELECT_OBJECT_CONTENT(
            read("SelectObjectContent")
                    .billedAs(RequestClass.WRITE)
                    .at(S3Method.POST, "select")
                    .needs("GetObject")
                    .with(APPLICATIONS),
            (bucket, key, arguments) -> new ObjectOperation.SelectObjectContent(bucket, key)),
    GET_OBJECT_TORRENT(
            read("GetObjectTorrent")
                    .at(S3Method.GET, "torrent")
                    .needs("GetObjectTorrent")
                    .with(GUESTS, ANONYMOUS, APPLICATIONS),
            (bucket, key, arguments) -> new ObjectOperation.GetObjectTorrent(bucket, key)),
    /** Needs to read and to delete its source, too. */
    RENAME_OBJECT(
            write("RenameObject")
                    .at(S3Method.PUT, "renameObject")
                    .needs("PutObject")
                    .with(APPLICATIONS, OBJECT_ATTRIBUTES),
            (bucket, key, arguments) -> new ObjectOperation.RenameObject(bucket, key, arguments.renameSource())),
    /** Browsers send it without a credential, and it needs none. */
    OBJECT_PREFLIGHT(read("ObjectPreflight"));

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: a record that copies its collections.
    private final ActionTraits traits;

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: a function of constants.
    private final Parser parser;

    /** An action without a selector, which {@link ObjectRequests} finds by method and parameters. */
    ObjectAction(ActionTraits traits) {
        this(traits, (bucket, key, arguments) -> {
            throw new IllegalStateException(traits.name() + " has no selector");
        });
    }

    ObjectAction(ActionTraits traits, Parser parser) {
        this.traits = traits;
        this.parser = parser;
    }

    /** Makes the operation of a request with the action's selector. */
    private interface Parser {

        ObjectOperation parse(BucketName bucket, ObjectKey key, RequestArguments arguments);
    }

    ObjectOperation parse(BucketName bucket, ObjectKey key, RequestArguments arguments) {
        return parser.parse(bucket, key, arguments);
    }

    @Override
    public ActionTraits traits() {
        return traits;
    }

    static Optional<ObjectAction> find(String selector, S3Method method) {
        return S3Action.find(values(), selector, method);
    }
}
