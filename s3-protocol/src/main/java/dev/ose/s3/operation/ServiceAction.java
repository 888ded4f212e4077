package dev.ose.s3.operation;

import static dev.ose.s3.operation.ActionTraits.list;
import static dev.ose.s3.operation.ActionTraits.write;

/** The actions on no bucket in particular. */
public enum ServiceAction implements S3Action {
    LIST_BUCKETS(list("ListBuckets").needs("ListAllMyBuckets")),
    LIST_OWN_BUCKETS(list("ListOwnBuckets").needs("ListAllMyBuckets")),
    LIST_ALL_BUCKETS(list("ListAllBuckets").needs("ListAllMyBuckets")),
    LIST_SHARED_BUCKETS(list("ListSharedBuckets").needs("ListAllMyBuckets")),
    WRITE_GET_OBJECT_RESPONSE(write("WriteGetObjectResponse").needs("WriteGetObjectResponse"));

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: a record that copies its collections.
    private final ActionTraits traits;

    ServiceAction(ActionTraits traits) {
        this.traits = traits;
    }

    @Override
    public ActionTraits traits() {
        return traits;
    }
}
