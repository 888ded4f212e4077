package dev.ose.server.admin.s3;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON document of temporary credentials to be made.
 *
 * @param durationSeconds null for an hour
 * @param bucket the only bucket; null for all that the user may use
 * @param prefix the beginning of the only keys; null for all of the bucket
 * @param readOnly whether nothing may be written
 */
record S3SessionRequest(
        @Schema(minimum = "900", maximum = "3600") @Nullable Integer durationSeconds,
        @Nullable String bucket,
        @Nullable String prefix,
        @Nullable Boolean readOnly) {

    private static final int MIN_SECONDS = 900;
    private static final int MAX_SECONDS = 3_600;
    private static final String ARN = "arn:aws:s3:::";

    private static final List<String> LISTS =
            List.of("s3:ListBucket", "s3:ListBucketVersions", "s3:ListBucketMultipartUploads");

    private static final List<String> READS = List.of("s3:GetObject*", "s3:ListMultipartUploadParts");

    /** Not what shares or locks an object: that would outlive the credentials. */
    private static final List<String> WRITES = Stream.concat(
                    READS.stream(),
                    Stream.of(
                            "s3:PutObject",
                            "s3:PutObjectTagging",
                            "s3:PutObjectVersionTagging",
                            "s3:DeleteObject*",
                            "s3:AbortMultipartUpload",
                            "s3:RestoreObject"))
            .toList();

    /** How long the credentials last. Fails with {@code Invalid}. */
    Duration duration() {
        int seconds = durationSeconds == null ? MAX_SECONDS : durationSeconds;
        if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
            throw invalid("durationSeconds", "must be " + MIN_SECONDS + " to " + MAX_SECONDS);
        }
        return Duration.ofSeconds(seconds);
    }

    /** The session policy; null for all rights of the user. Fails with {@code Invalid}. */
    @Nullable
    String policy() {
        boolean isReadOnly = Boolean.TRUE.equals(readOnly);
        if (bucket == null) {
            if (prefix != null) {
                throw invalid("prefix", "needs a bucket");
            }
            return isReadOnly ? document(List.of(allow(List.of("s3:Get*", "s3:List*"), "*"))) : null;
        }
        String resource = ARN
                + BucketName.parse(bucket)
                        .orElseThrow(() -> invalid("bucket", "is no name of a bucket"))
                        .value();
        return document(List.of(
                allow(isReadOnly ? READS : WRITES, resource + '/' + literal(keys()) + '*'),
                lists(resource),
                allow(List.of("s3:GetBucketLocation", "s3:GetBucketVersioning"), resource)));
    }

    private String keys() {
        String beginning = prefix == null ? "" : prefix;
        if (!beginning.isEmpty() && ObjectKey.parse(beginning).isEmpty()) {
            throw invalid("prefix", "must have up to " + ObjectKey.MAX_BYTES + " bytes and no NUL");
        }
        return beginning;
    }

    private Map<String, Object> lists(String resource) {
        return keys().isEmpty()
                ? allow(LISTS, resource)
                : Map.of(
                        "Effect",
                        "Allow",
                        "Action",
                        LISTS,
                        "Resource",
                        resource,
                        "Condition",
                        Map.of("StringLike", Map.of("s3:prefix", literal(keys()) + '*')));
    }

    private static Map<String, Object> allow(List<String> actions, String resource) {
        return Map.of("Effect", "Allow", "Action", actions, "Resource", resource);
    }

    /** The text with what has a meaning in policies escaped, as policies do it. */
    private static String literal(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.chars().forEach(c -> {
            if (c == '*' || c == '?' || c == '$') {
                escaped.append("${").append((char) c).append('}');
            } else {
                escaped.append((char) c);
            }
        });
        return escaped.toString();
    }

    private static String document(List<Map<String, Object>> statements) {
        return JsonMapper.shared().writeValueAsString(Map.of("Version", "2012-10-17", "Statement", statements));
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
