package dev.ose.server.admin.bucket;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.permission.CheckedAction;
import dev.ose.server.access.CheckedRequest;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The JSON document of a check of access.
 *
 * @param principal {@code anonymous}, the id of a user of the tenant, a canonical id, or the ARN of a user
 * @param action such as {@code s3:GetObject}
 * @param key the object; null for an action on the bucket
 * @param context null for that of the call itself
 */
record AccessCheckRequest(
        @Required @Nullable String principal,
        @Required @Nullable String action,

        @Nullable String key,
        @Nullable Context context) {

    /**
     * What else the request would have.
     *
     * @param sourceIp the address of its client; null for that of the call itself
     * @param secureTransport whether it is sent over TLS; null for as the call itself is
     * @param versionId of the object; null for the current version
     */
    record Context(
            @Nullable String sourceIp,
            @Nullable Boolean secureTransport,
            @Nullable String versionId) {

        static final Context NONE = new Context(null, null, null);
    }

    /** The request that is checked. Fails with {@code Invalid}, which names the field. */
    CheckedRequest checked(BucketName bucket) {
        CheckedAction checked = CheckedAction.find(Input.required("action", action))
                .orElseThrow(() -> invalid("action", "is none of S3 on buckets or objects that can be checked"));
        if (checked.isOnObject() != (key != null)) {
            throw invalid("key", checked.isOnObject() ? "is missing" : "does not go with an action on the bucket");
        }
        return new CheckedRequest(checked, bucket, key == null ? null : object(key), version(checked));
    }

    private static ObjectKey object(String key) {
        return ObjectKey.parse(key).orElseThrow(() -> invalid("key", "must be the key of an object"));
    }

    private @Nullable VersionId version(CheckedAction checked) {
        String named = given().versionId();
        if (named == null && checked.isOfVersion()) {
            throw invalid("versionId", "is missing");
        }
        if (named != null && !checked.mayNameVersion()) {
            throw invalid("versionId", "goes with an action on versions, such as s3:GetObjectVersion");
        }
        return named == null
                ? null
                : VersionId.parse(named).orElseThrow(() -> invalid("versionId", "must be the id of a version"));
    }

    /** The facts of the request that is checked; those of the call itself where it states none. */
    RequestFacts facts(CheckedRequest checked, HttpServletRequest call) {
        Boolean isSecure = given().secureTransport();
        return new RequestFacts(checked.headers(), source(call), isSecure == null ? call.isSecure() : isSecure);
    }

    private InetAddress source(HttpServletRequest call) {
        String address = given().sourceIp();
        try {
            return InetAddress.ofLiteral(address == null ? call.getRemoteAddr() : address);
        } catch (IllegalArgumentException e) {
            throw invalid("sourceIp", "must be an address");
        }
    }

    private Context given() {
        return context == null ? Context.NONE : context;
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
