package dev.ose.server.admin.credential;

import dev.ose.s3.BucketName;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.BucketAction;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectAction;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Action;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What most applications need, without a policy of their own: the objects of some buckets, to read or to read and
 * write.
 *
 * @param buckets the names of 1 to 100 buckets
 * @param prefix only keys that begin with it; every key, if absent
 * @param readOnly whether nothing may be changed
 */
public record ApplicationScope(
        @Required @Nullable List<String> buckets,
        @Nullable String prefix,
        @Nullable Boolean readOnly) {

    private static final String BUCKET = "arn:aws:s3:::";
    private static final int MAX_BUCKETS = 100;
    private static final int MAX_PREFIX = 1024;
    private static final List<String> ON_BUCKETS = permissions(Arrays.stream(BucketSubresource.Action.values()));
    private static final List<String> LISTINGS = permissions(Arrays.stream(BucketAction.values()));
    private static final List<String> READING = permissions(onObjects().filter(action -> !action.isWrite()));
    private static final List<String> WRITING = permissions(onObjects().filter(S3Action::isWrite));

    private static Stream<S3Action> onObjects() {
        return Stream.concat(Arrays.stream(ObjectAction.values()), Arrays.stream(ObjectSubresource.Action.values()));
    }

    private static List<String> permissions(Stream<? extends S3Action> actions) {
        return actions.filter(action -> action.has(ActionTrait.APPLICATIONS))
                .flatMap(action -> action.permissions().stream())
                .flatMap(permission -> Stream.of(permission.current(), permission.ofVersion()))
                .distinct()
                .map(permission -> "s3:" + permission)
                .toList();
    }

    /** The buckets that a policy like {@link #policy()} is for, in its order; none if it names no bucket as such. */
    public static List<String> buckets(String policy) {
        return new JsonMapper()
                .readTree(policy)
                .path("Statement")
                .valueStream()
                .flatMap(statement -> statement.path("Resource").valueStream())
                .map(resource -> resource.asString(""))
                .filter(resource -> resource.startsWith(BUCKET) && isPlain(resource))
                .map(resource -> resource.substring(BUCKET.length()))
                .distinct()
                .toList();
    }

    private static boolean isPlain(String resource) {
        return BucketName.parse(resource.substring(BUCKET.length())).isPresent();
    }

    /** The equivalent policy. */
    public String policy() {
        String start = literal(prefix == null ? "" : prefix);
        List<String> arns = names().stream().map(name -> BUCKET + name).toList();
        List<String> onObjects = new ArrayList<>(READING);
        if (!Boolean.TRUE.equals(readOnly)) {
            onObjects.addAll(WRITING);
        }
        List<String> objects = arns.stream().map(arn -> arn + '/' + start + '*').toList();
        Map<String, ?> listings = start.isEmpty()
                ? allow(LISTINGS, arns)
                : Map.of(
                        "Effect",
                        "Allow",
                        "Action",
                        LISTINGS,
                        "Resource",
                        arns,
                        "Condition",
                        Map.of("StringLike", Map.of("s3:prefix", start + '*')));
        return new JsonMapper()
                .writeValueAsString(Map.of(
                        "Version",
                        "2012-10-17",
                        "Statement",
                        List.of(allow(ON_BUCKETS, arns), listings, allow(onObjects, objects))));
    }

    private static Map<String, ?> allow(List<String> actions, List<String> resources) {
        return Map.of("Effect", "Allow", "Action", actions, "Resource", resources);
    }

    private List<String> names() {
        List<String> names = Input.required("scope.buckets", buckets);
        if (names.isEmpty() || names.size() > MAX_BUCKETS) {
            throw invalid("scope.buckets", "must name 1 to " + MAX_BUCKETS + " buckets");
        }
        for (String name : names) {
            if (BucketName.parse(name).isEmpty()) {
                throw invalid("scope.buckets", "must be names of buckets");
            }
        }
        return names;
    }

    /** Escapes wild cards and variables of policies. */
    private static String literal(String prefix) {
        if (prefix.length() > MAX_PREFIX) {
            throw invalid("scope.prefix", "must have at most " + MAX_PREFIX + " characters");
        }
        return prefix.replace("$", "${$}").replace("*", "${*}").replace("?", "${?}");
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
