package dev.ose.s3.operation;

import static dev.ose.s3.operation.ActionTrait.ANONYMOUS;
import static dev.ose.s3.operation.ActionTrait.APPLICATIONS;
import static dev.ose.s3.operation.ActionTrait.AUDITED;
import static dev.ose.s3.operation.ActionTrait.GUESTS;
import static dev.ose.s3.operation.ActionTrait.OVERLOOKED;
import static dev.ose.s3.operation.ActionTraits.delete;
import static dev.ose.s3.operation.ActionTraits.read;
import static dev.ose.s3.operation.ActionTraits.write;
import static dev.ose.s3.operation.S3Method.DELETE;
import static dev.ose.s3.operation.S3Method.GET;
import static dev.ose.s3.operation.S3Method.PUT;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An operation on one property of an object.
 *
 * @param versionId null for the current version
 */
public record ObjectSubresource(
        BucketName bucket,
        ObjectKey key,
        Action action,
        @Nullable VersionId versionId) implements ObjectOperation {

    /** Whether it gives the object other tags, or takes them. */
    public boolean changesTags() {
        return action == Action.PUT_OBJECT_TAGGING || action == Action.DELETE_OBJECT_TAGGING;
    }

    /** The actions on an object's properties. */
    public enum Action implements S3Action {
        GET_OBJECT_ACL(read("GetObjectAcl")
                .at(GET, "acl")
                .needs("GetObjectAcl", "GetObjectVersionAcl")
                .with(GUESTS, ANONYMOUS, APPLICATIONS)),
        /** Guests may not change the sharing of an object. */
        PUT_OBJECT_ACL(write("PutObjectAcl")
                .at(PUT, "acl")
                .needs("PutObjectAcl", "PutObjectVersionAcl")
                .with(ANONYMOUS, AUDITED)),
        GET_OBJECT_LEGAL_HOLD(read("GetObjectLegalHold")
                .at(GET, "legal-hold")
                .needs("GetObjectLegalHold")
                .with(GUESTS, ANONYMOUS, APPLICATIONS)),
        PUT_OBJECT_LEGAL_HOLD(write("PutObjectLegalHold")
                .at(PUT, "legal-hold")
                .needs("PutObjectLegalHold")
                .with(GUESTS, ANONYMOUS, APPLICATIONS, AUDITED)),
        GET_OBJECT_RETENTION(read("GetObjectRetention")
                .at(GET, "retention")
                .needs("GetObjectRetention")
                .with(GUESTS, ANONYMOUS, APPLICATIONS)),
        GET_OBJECT_TAGGING(read("GetObjectTagging")
                .at(GET, "tagging")
                .needs("GetObjectTagging", "GetObjectVersionTagging")
                .with(GUESTS, ANONYMOUS, APPLICATIONS)),
        PUT_OBJECT_TAGGING(write("PutObjectTagging")
                .at(PUT, "tagging")
                .needs("PutObjectTagging", "PutObjectVersionTagging")
                .with(GUESTS, ANONYMOUS, APPLICATIONS)),
        DELETE_OBJECT_TAGGING(delete("DeleteObjectTagging")
                .at(DELETE, "tagging")
                .needs("DeleteObjectTagging", "DeleteObjectVersionTagging")
                .with(GUESTS, ANONYMOUS, APPLICATIONS)),
        UPDATE_OBJECT_ENCRYPTION(write("UpdateObjectEncryption")
                .at(PUT, "encryption")
                .needs("UpdateObjectEncryption")
                .with(GUESTS, ANONYMOUS, AUDITED, OVERLOOKED));

        @SuppressWarnings("ImmutableEnumChecker") // It is immutable: a record that copies its collections.
        private final ActionTraits traits;

        Action(ActionTraits traits) {
            this.traits = traits;
        }

        @Override
        public ActionTraits traits() {
            return traits;
        }

        /** The query parameter that selects the property. */
        public String selector() {
            return Objects.requireNonNull(traits.selector());
        }

        /** The method that goes with it. */
        public S3Method method() {
            return Objects.requireNonNull(traits.method());
        }

        static Optional<Action> find(String selector, S3Method method) {
            return S3Action.find(values(), selector, method);
        }
    }
}
