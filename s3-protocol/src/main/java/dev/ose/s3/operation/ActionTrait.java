package dev.ose.s3.operation;

/** A property that an action of S3 either has or lacks. */
public enum ActionTrait {
    /** Users of other tenants may have it sent to the platform, whose ACLs and policies decide. */
    GUESTS,
    /** Callers without a credential may have it sent to the platform, whose ACLs and policies decide. */
    ANONYMOUS,
    /** An application that may use the objects of a bucket needs it. */
    APPLICATIONS,
    /** Headers give a new object its ACL, tags and locks; each of them needs a permission of its own. */
    OBJECT_ATTRIBUTES,
    /** A platform that lacks the selector performs the action without it instead, which does something else. */
    OVERLOOKED,
    /** The action is about one of several configurations and needs its id. */
    NAMED,
    /** Changes who may do what, or a setting of a bucket: it is in the audit log before it is performed. */
    AUDITED,
    /** Granted by READ in the ACL of the bucket. */
    GRANTED_BY_READ,
    /** Granted by WRITE in the ACL of the bucket. */
    GRANTED_BY_WRITE,
    /** Granted by READ_ACP in the ACL of the bucket. */
    GRANTED_BY_READ_ACP
}
