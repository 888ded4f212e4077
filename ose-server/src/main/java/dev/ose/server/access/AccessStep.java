package dev.ose.server.access;

import dev.ose.s3.policy.StatementId;
import org.jspecify.annotations.Nullable;

/**
 * One step of a decision about access.
 *
 * @param action the permission concerned, such as {@code s3:GetObject}; null if it is not about a single one
 * @param policy which of the user's policies has the statement, from 0 in the order of their names; null for others
 * @param statement the statement of a policy; null if none is concerned
 * @param grant the grant of an ACL, without ids of users; null if none is concerned
 */
public record AccessStep(
        Code code,
        @Nullable String action,
        @Nullable Integer policy,
        @Nullable StatementId statement,
        @Nullable String grant) {

    /** What decides in a step. */
    public enum Layer {
        TENANT,
        USER,
        IDENTITY_POLICY,
        BUCKET,
        BUCKET_POLICY,
        PUBLIC_ACCESS_BLOCK,
        ACL,
        OWNERSHIP,
        OBJECT,
        OBJECT_LOCK,
        PLATFORM
    }

    /** The kind of a step; the names are stable. */
    public enum Code {
        TENANT_STOPPED(Layer.TENANT, "The tenant of the user is disabled."),
        OTHER_TENANT_DECIDES(
                Layer.TENANT,
                "The bucket admits the user, if there is one; whether its own tenant does is not shown to others."),
        USER_DECIDES(
                Layer.USER,
                "The bucket admits the user, if there is one; its state and its policies are not shown to the"
                        + " caller."),
        USER_STOPPED(Layer.USER, "The user is disabled."),
        USER_WITHOUT_KEY(Layer.USER, "The user has no key on the platform yet."),
        IDENTITY_POLICY_ALLOWS(Layer.IDENTITY_POLICY, "A statement of the user's policies allows it."),
        IDENTITY_POLICY_DENIES(Layer.IDENTITY_POLICY, "A statement of the user's policies denies it."),
        IDENTITY_POLICY_SILENT(Layer.IDENTITY_POLICY, "The user has policies, and no statement of them allows it."),
        NOT_PUBLIC(Layer.BUCKET, "Requests without a signature never do this."),
        NOT_FOR_GUESTS(Layer.BUCKET, "Users of other tenants never do this."),
        BUCKET_NOT_SHARED(Layer.BUCKET, "The bucket is not shared with the caller, to whom it looks missing."),
        BUCKET_MISSING(Layer.PLATFORM, "The platform has no such bucket."),
        KEY_REFUSED(Layer.PLATFORM, "The user's key does not work on the platform."),
        BUCKET_POLICY_ALLOWS(Layer.BUCKET_POLICY, "A statement of the bucket's policy allows it."),
        BUCKET_POLICY_DENIES(Layer.BUCKET_POLICY, "A statement of the bucket's policy denies it."),
        BUCKET_POLICY_UNREADABLE(
                Layer.BUCKET_POLICY, "The bucket's policy cannot be evaluated, which denies everything."),
        POLICY_BLOCKED(
                Layer.PUBLIC_ACCESS_BLOCK,
                "The public access block restricts the bucket, whose policy is public, to users of its tenant."),
        ACL_BLOCKED(Layer.PUBLIC_ACCESS_BLOCK, "The public access block takes the effect from a grant to the public."),
        BUCKET_OWNER(Layer.OWNERSHIP, "The user owns the bucket."),
        BUCKET_ACL_GRANTS(Layer.ACL, "A grant in the bucket's ACL."),
        OBJECT_OWNER(Layer.OWNERSHIP, "The user owns the object."),
        OBJECT_ACL_GRANTS(Layer.ACL, "A grant in the object's ACL."),
        NOT_GRANTED(Layer.OWNERSHIP, "Neither owner nor policy nor ACL allows it."),
        OBJECT_LOCKED(Layer.OBJECT_LOCK, "Retention or a legal hold protects the version."),
        OBJECT_MISSING(
                Layer.OBJECT,
                "There is no such object or version, so its owner and ACL are not known; a caller who may not list is"
                        + " refused."),
        UPLOAD_INITIATOR(Layer.OBJECT, "It depends on whether the caller initiated the upload."),
        NODE_ANSWERS(Layer.BUCKET, "OSE answers this itself, to those who may know of the bucket."),
        PLATFORM_DECIDES(
                Layer.PLATFORM, "The platform decides by its own policies and ACLs, and does not explain how.");

        private final Layer layer;
        private final String sentence;

        Code(Layer layer, String sentence) {
            this.layer = layer;
            this.sentence = sentence;
        }

        /** What decides. */
        public Layer layer() {
            return layer;
        }

        /** The step in words. */
        public String sentence() {
            return sentence;
        }
    }

    /** A step without details. */
    public static AccessStep of(Code code) {
        return new AccessStep(code, null, null, null, null);
    }
}
