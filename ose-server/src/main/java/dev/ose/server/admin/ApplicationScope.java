package dev.ose.server.admin;

import dev.ose.s3.BucketName;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What most applications need, without a policy of their own: the objects of some buckets, to read or to read and write.
 *
 * @param buckets the names of 1 to 100 buckets
 * @param prefix only keys that begin with it; every key, if absent
 * @param readOnly whether nothing may be changed
 */
record ApplicationScope(
        @Nullable List<String> buckets,
        @Nullable String prefix,
        @Nullable Boolean readOnly) {

    private static final int MOST_BUCKETS = 100;
    private static final int LONGEST_PREFIX = 1024;
    private static final List<String> ON_BUCKETS = List.of("s3:GetBucketLocation", "s3:GetBucketVersioning");
    private static final List<String> LISTINGS =
            List.of("s3:ListBucket", "s3:ListBucketVersions", "s3:ListBucketMultipartUploads");
    private static final List<String> READING = List.of("s3:GetObject*", "s3:ListMultipartUploadParts");
    private static final List<String> WRITING = List.of(
            "s3:PutObject",
            "s3:PutObjectTagging",
            "s3:PutObjectVersionTagging",
            "s3:PutObjectRetention",
            "s3:PutObjectLegalHold",
            "s3:DeleteObject*",
            "s3:AbortMultipartUpload",
            "s3:RestoreObject");

    /** The policy that says the same. */
    String policy() {
        String start = literal(prefix == null ? "" : prefix);
        List<String> arns = names().stream().map(name -> "arn:aws:s3:::" + name).toList();
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
        if (names.isEmpty() || names.size() > MOST_BUCKETS) {
            throw invalid("scope.buckets", "must name 1 to " + MOST_BUCKETS + " buckets");
        }
        for (String name : names) {
            if (BucketName.parse(name).isEmpty()) {
                throw invalid("scope.buckets", "must be names of buckets");
            }
        }
        return names;
    }

    /** What would be a wild card or variable in a policy stands for itself. */
    private static String literal(String prefix) {
        if (prefix.length() > LONGEST_PREFIX) {
            throw invalid("scope.prefix", "must have at most " + LONGEST_PREFIX + " characters");
        }
        return prefix.replace("$", "${$}").replace("*", "${*}").replace("?", "${?}");
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
