package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.s3.UriEncoding;
import org.jspecify.annotations.Nullable;

/**
 * One request to the admin ops API. It may be repeated: nothing that we ask for does more the second time.
 *
 * @param query percent-encoded
 * @param purpose what it is for, as in "refused to ..."
 */
record AdminRequest(String method, String path, String query, String purpose) {

    static AdminRequest get(String path, String purpose) {
        return new AdminRequest("GET", path, "format=json", purpose);
    }

    static AdminRequest put(String path, String purpose) {
        return new AdminRequest("PUT", path, "format=json", purpose);
    }

    static AdminRequest post(String path, String purpose) {
        return new AdminRequest("POST", path, "format=json", purpose);
    }

    static AdminRequest delete(String path, String purpose) {
        return new AdminRequest("DELETE", path, "format=json", purpose);
    }

    AdminRequest with(String name, String value) {
        return new AdminRequest(method, path, query + '&' + name + '=' + UriEncoding.encodeQuery(value), purpose);
    }

    /** The failure of this request when it was sent and no answer came that says what became of it. */
    PlatformException unanswered(String what, @Nullable Throwable cause) {
        boolean question = method.equals("GET");
        String message = "The Ceph gateway did not " + purpose + ": " + what + ".";
        return new PlatformException(question ? Kind.UNAVAILABLE : Kind.OUTCOME_UNKNOWN, message, cause);
    }

    /** The failure of this request when the gateway certainly did nothing. */
    PlatformException unavailable(String what, @Nullable Throwable cause) {
        return new PlatformException(
                Kind.UNAVAILABLE, "The Ceph gateway cannot " + purpose + " now: " + what + ".", cause);
    }
}
