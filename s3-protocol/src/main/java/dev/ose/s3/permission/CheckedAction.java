package dev.ose.s3.permission;

import dev.ose.s3.operation.ActionPermission;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.BucketAction;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectAction;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Action;
import dev.ose.s3.operation.S3Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An action of IAM with the plainest request that needs it, so that access can be checked by a request.
 *
 * @param isOfVersion whether the request must name a version
 */
public record CheckedAction(String name, S3Action action, boolean isOfVersion) {

    private static final String SERVICE = "s3:";

    /** Requests that are no better than another one for the same action, or that no bucket's rights decide. */
    private static final Set<S3Action> LEFT_OUT = Set.of(
            BucketAction.CREATE_BUCKET,
            BucketAction.HEAD_BUCKET,
            BucketAction.LIST_OBJECTS,
            BucketAction.CREATE_SESSION,
            BucketSubresource.Action.PUT_BUCKET_LOGGING);

    /** The action of that name, such as {@code s3:GetObject} in any case; empty if no request shows it. */
    public static Optional<CheckedAction> find(String name) {
        return all().stream().filter(it -> it.name.equalsIgnoreCase(name)).findFirst();
    }

    /** All actions that can be checked; the first of a name counts. */
    public static List<CheckedAction> all() {
        List<CheckedAction> all = new ArrayList<>();
        S3Action.all()
                .filter(action -> isOnBucket(action) || isOnObject(action))
                .filter(action -> !LEFT_OUT.contains(action))
                .forEach(action -> action.permissions().forEach(it -> add(action, it, all)));
        return all;
    }

    private static void add(S3Action action, ActionPermission permission, List<CheckedAction> all) {
        all.add(new CheckedAction(SERVICE + permission.current(), action, false));
        if (!permission.ofVersion().equals(permission.current())) {
            all.add(new CheckedAction(SERVICE + permission.ofVersion(), action, true));
        }
    }

    private static boolean isOnBucket(S3Action action) {
        return action instanceof BucketAction || action instanceof BucketSubresource.Action;
    }

    private static boolean isOnObject(S3Action action) {
        return action instanceof ObjectAction || action instanceof ObjectSubresource.Action;
    }

    /** Whether it is about an object, which the request then names. */
    public boolean isOnObject() {
        return isOnObject(action);
    }

    /** Whether the request may name a version: not if another action is about versions. */
    public boolean mayNameVersion() {
        return isOfVersion
                || (isOnObject()
                        && action.permissions().stream()
                                .anyMatch(it -> (SERVICE + it.current()).equals(name)
                                        && it.ofVersion().equals(it.current())));
    }

    /** The method of the request. */
    public S3Method method() {
        @Nullable S3Method method = action.traits().method();
        if (method != null) {
            return method;
        }
        return switch (action) {
            case ObjectAction.PUT_OBJECT -> S3Method.PUT;
            case ObjectAction.DELETE_OBJECT, ObjectAction.ABORT_MULTIPART_UPLOAD, BucketAction.DELETE_BUCKET ->
                S3Method.DELETE;
            default -> S3Method.GET;
        };
    }

    /** The headers that it needs, by their names in lower case. */
    public Map<String, String> headers() {
        return action == ObjectAction.GET_OBJECT_ATTRIBUTES ? Map.of("x-amz-object-attributes", "ETag") : Map.of();
    }

    /** Its query, without the version; empty for none. */
    public String query() {
        @Nullable String selector = action.traits().selector();
        if (selector != null) {
            return action.has(ActionTrait.NAMED) ? selector + "&id=checked" : selector;
        }
        return switch (action) {
            case BucketAction.LIST_OBJECTS_V2 -> "list-type=2";
            case ObjectAction.ABORT_MULTIPART_UPLOAD, ObjectAction.LIST_PARTS -> "uploadId=checked";
            default -> "";
        };
    }
}
