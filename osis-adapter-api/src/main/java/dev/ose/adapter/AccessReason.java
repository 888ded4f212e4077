package dev.ose.adapter;

import org.jspecify.annotations.Nullable;

/**
 * One step of a platform's decision about a request.
 *
 * @param action the permission concerned, such as {@code s3:GetObject}; null if it is not about a single one
 * @param statement the statement of the bucket's policy; null if none is concerned
 * @param grant the grant of an ACL, such as {@code READ for AllUsers}, without ids of users; null if none is concerned
 */
public record AccessReason(
        Code code,
        @Nullable String action,
        @Nullable Statement statement,
        @Nullable String grant) {

    /**
     * A statement of a policy.
     *
     * @param position from 1, in the order of the document
     * @param sid empty if it has none
     */
    public record Statement(int position, String sid) {}

    /** The kind of a step. */
    public enum Code {
        /** The key pair does not work, because its user is suspended or it was deleted. */
        KEY_REFUSED,
        /** The platform has no such bucket. */
        BUCKET_MISSING,
        /** A statement of the bucket's policy allows it. */
        POLICY_ALLOWS,
        /** A statement of the bucket's policy denies it. */
        POLICY_DENIES,
        /** The bucket's policy cannot be evaluated, which denies everything. */
        POLICY_UNREADABLE,
        /** The public access block restricts the public policy to the bucket's tenant. */
        POLICY_BLOCKED,
        /** The caller owns the bucket. */
        BUCKET_OWNER,
        /** A grant in the bucket's ACL. */
        BUCKET_ACL,
        /** The caller owns the object. */
        OBJECT_OWNER,
        /** A grant in the object's ACL. */
        OBJECT_ACL,
        /** The public access block takes effect from grants to the public. */
        ACL_BLOCKED,
        /** Neither owner nor policy nor ACL allows it. */
        NOT_GRANTED,
        /** Retention or legal hold protects the version. */
        OBJECT_LOCKED,
        /**
         * There is no such object or version, so that its owner and ACL are not known; a caller who may not list is
         * refused.
         */
        OBJECT_MISSING,
        /** The caller may only do it with uploads of its own. */
        UPLOAD_INITIATOR
    }
}
