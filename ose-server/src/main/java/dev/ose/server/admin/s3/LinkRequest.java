package dev.ose.server.admin.s3;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.ResponseOverride;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The JSON document of a link to be made.
 *
 * @param versionId of a {@code GET}; null for the current version
 * @param expiresIn in seconds
 * @param responseContentType the type that a {@code GET} is answered with; null for the object's own
 * @param responseContentDisposition likewise
 * @param contentType the type that a {@code PUT} must send; null for any
 */
record LinkRequest(
        @Required @Nullable Method method,
        @Required @Nullable String bucket,
        @Required @Nullable String key,
        @Nullable String versionId,

        @Required @Schema(minimum = "1", maximum = "604800") @Nullable
        Long expiresIn,

        @Nullable String responseContentType,
        @Nullable String responseContentDisposition,
        @Nullable String contentType) {

    private static final long MAX_SECONDS = Duration.ofDays(7).toSeconds();

    /** What a link is for. */
    @Schema(name = "LinkMethod")
    enum Method {
        /** To read the object. */
        GET,
        /** To write it. */
        PUT
    }

    /** The same with what is missing or does not fit refused. Fails with {@code Invalid}, which names the field. */
    LinkRequest checked() {
        Method used = Input.required("method", method);
        bucketName();
        objectKey();
        lifetime();
        if (used == Method.PUT) {
            refuse("versionId", versionId);
            refuse("responseContentType", responseContentType);
            refuse("responseContentDisposition", responseContentDisposition);
        } else if (contentType != null) {
            throw invalid("contentType", "is for PUT; a GET has responseContentType");
        }
        if (versionId != null && VersionId.parse(versionId).isEmpty()) {
            throw invalid("versionId", "is no id of a version");
        }
        requireHeader("responseContentType", responseContentType);
        requireHeader("responseContentDisposition", responseContentDisposition);
        requireHeader("contentType", contentType);
        return this;
    }

    private static void refuse(String field, @Nullable String value) {
        if (value != null) {
            throw invalid(field, "is for GET only");
        }
    }

    private static void requireHeader(String field, @Nullable String value) {
        if (value != null && (value.isEmpty() || !value.chars().allMatch(c -> c >= ' ' && c <= '~'))) {
            throw invalid(field, "must be visible ASCII characters and blanks");
        }
    }

    BucketName bucketName() {
        return BucketName.parse(Input.required("bucket", bucket))
                .orElseThrow(() -> invalid("bucket", "is no name of a bucket"));
    }

    ObjectKey objectKey() {
        return Links.key(key);
    }

    Duration lifetime() {
        long seconds = Input.required("expiresIn", expiresIn);
        if (seconds < 1 || seconds > MAX_SECONDS) {
            throw invalid("expiresIn", "must be 1 to " + MAX_SECONDS + " seconds");
        }
        return Duration.ofSeconds(seconds);
    }

    /** The path in path style, percent-encoded. */
    String rawPath() {
        return '/'
                + bucketName().value()
                + '/'
                + UriEncoding.encodePath(objectKey().value());
    }

    /** The query before the signature, percent-encoded. */
    String rawQuery() {
        StringJoiner query = new StringJoiner("&");
        add(query, "versionId", versionId);
        add(query, ResponseOverride.CONTENT_TYPE.parameter(), responseContentType);
        add(query, ResponseOverride.CONTENT_DISPOSITION.parameter(), responseContentDisposition);
        return query.toString();
    }

    private static void add(StringJoiner query, String name, @Nullable String value) {
        if (value != null) {
            query.add(name + '=' + UriEncoding.encodeQuery(value));
        }
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
