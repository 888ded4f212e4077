package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import java.util.Arrays;
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
    public enum Action {
        GET_OBJECT_ACL("GetObjectAcl", "acl", S3Method.GET),
        PUT_OBJECT_ACL("PutObjectAcl", "acl", S3Method.PUT),
        GET_OBJECT_LEGAL_HOLD("GetObjectLegalHold", "legal-hold", S3Method.GET),
        PUT_OBJECT_LEGAL_HOLD("PutObjectLegalHold", "legal-hold", S3Method.PUT),
        GET_OBJECT_RETENTION("GetObjectRetention", "retention", S3Method.GET),
        GET_OBJECT_TAGGING("GetObjectTagging", "tagging", S3Method.GET),
        PUT_OBJECT_TAGGING("PutObjectTagging", "tagging", S3Method.PUT),
        DELETE_OBJECT_TAGGING("DeleteObjectTagging", "tagging", S3Method.DELETE),
        UPDATE_OBJECT_ENCRYPTION("UpdateObjectEncryption", "encryption", S3Method.PUT);

        private final String actionName;
        private final String selector;
        private final S3Method method;

        Action(String actionName, String selector, S3Method method) {
            this.actionName = actionName;
            this.selector = selector;
            this.method = method;
        }

        /** The name in the API reference. */
        public String actionName() {
            return actionName;
        }

        /** The query parameter that selects the subresource. */
        public String selector() {
            return selector;
        }

        /** The method that goes with it; a GET reads, every other method writes. */
        public S3Method method() {
            return method;
        }

        static Optional<Action> find(String selector, S3Method method) {
            return Arrays.stream(values())
                    .filter(action -> action.selector.equals(selector) && action.method == method)
                    .findFirst();
        }
    }
}
