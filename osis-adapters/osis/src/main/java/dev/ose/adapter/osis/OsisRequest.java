package dev.ose.adapter.osis;

import dev.ose.adapter.http.CallPurpose;
import dev.ose.adapter.http.PlatformHttp.Repetition;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request to the service.
 *
 * @param target path and query, encoded
 * @param document what is sent with it; absent means no body
 * @param purpose what it is for, as in "did not ..."
 */
record OsisRequest(String method, String target, @Nullable Object document, String purpose) {

    private static final Set<String> READING = Set.of("GET", "HEAD");

    static OsisRequest get(String path, String purpose) {
        return new OsisRequest("GET", path, null, purpose);
    }

    static OsisRequest post(String path, @Nullable Object document, String purpose) {
        return new OsisRequest("POST", path, document, purpose);
    }

    static OsisRequest patch(String path, Object document, String purpose) {
        return new OsisRequest("PATCH", path, document, purpose);
    }

    static OsisRequest delete(String path, String purpose) {
        return new OsisRequest("DELETE", path, null, purpose);
    }

    OsisRequest with(String name, String value) {
        char separator = target.indexOf('?') < 0 ? '?' : '&';
        return new OsisRequest(method, target + separator + name + '=' + PathSegments.encode(value), document, purpose);
    }

    CallPurpose callPurpose() {
        return new CallPurpose("The OSIS service", purpose, !READING.contains(method));
    }

    /** A creation must not be repeated, everything else is idempotent. */
    Repetition repetition() {
        return method.equals("POST") ? Repetition.NEVER : Repetition.ONCE;
    }
}
