package dev.ose.s3.operation;

import static dev.ose.s3.operation.ActionTrait.ANONYMOUS;
import static dev.ose.s3.operation.ActionTrait.APPLICATIONS;
import static dev.ose.s3.operation.ActionTrait.AUDITED;
import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_READ;
import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_WRITE;
import static dev.ose.s3.operation.ActionTrait.GUESTS;
import static dev.ose.s3.operation.ActionTraits.delete;
import static dev.ose.s3.operation.ActionTraits.list;
import static dev.ose.s3.operation.ActionTraits.read;
import static dev.ose.s3.operation.ActionTraits.write;

import java.util.Optional;

/** The actions on a bucket itself; {@link BucketSubresource.Action} has those on its settings. */
public enum BucketAction implements S3Action {
    CREATE_BUCKET(write("CreateBucket").needs("CreateBucket").with(AUDITED)),
    DELETE_BUCKET(delete("DeleteBucket").needs("DeleteBucket").with(AUDITED)),
    HEAD_BUCKET(read("HeadBucket").needs("ListBucket").with(GUESTS, ANONYMOUS, GRANTED_BY_READ)),
    LIST_OBJECTS(list("ListObjects").needs("ListBucket").with(GUESTS, ANONYMOUS, APPLICATIONS, GRANTED_BY_READ)),
    LIST_OBJECTS_V2(list("ListObjectsV2").needs("ListBucket").with(GUESTS, ANONYMOUS, APPLICATIONS, GRANTED_BY_READ)),
    LIST_OBJECT_VERSIONS(list("ListObjectVersions")
            .at(S3Method.GET, "versions")
            .needs("ListBucketVersions")
            .with(GUESTS, ANONYMOUS, APPLICATIONS, GRANTED_BY_READ)),
    LIST_MULTIPART_UPLOADS(list("ListMultipartUploads")
            .at(S3Method.GET, "uploads")
            .needs("ListBucketMultipartUploads")
            .with(GUESTS, ANONYMOUS, APPLICATIONS, GRANTED_BY_READ)),
    /** Needs permissions for the keys in its body. */
    DELETE_OBJECTS(delete("DeleteObjects").at(S3Method.POST, "delete").with(GUESTS, ANONYMOUS, GRANTED_BY_WRITE)),
    CREATE_SESSION(read("CreateSession")
            .billedAs(RequestClass.WRITE)
            .at(S3Method.GET, "session")
            .needs("CreateSession")),
    /** Needs permissions for the key in its form. */
    POST_OBJECT(write("PostObject").with(GUESTS, GRANTED_BY_WRITE)),
    /** Browsers send it without a credential, and it needs none. */
    BUCKET_PREFLIGHT(read("BucketPreflight"));

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: a record that copies its collections.
    private final ActionTraits traits;

    BucketAction(ActionTraits traits) {
        this.traits = traits;
    }

    @Override
    public ActionTraits traits() {
        return traits;
    }

    static Optional<BucketAction> find(String selector, S3Method method) {
        return S3Action.find(values(), selector, method);
    }
}
