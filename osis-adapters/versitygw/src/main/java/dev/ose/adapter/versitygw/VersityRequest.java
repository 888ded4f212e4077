package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.http.CallPurpose;
import dev.ose.s3.UriEncoding;
import java.net.URI;

/**
 * One request of the administrator. May be repeated: every request sent here is idempotent.
 *
 * @param endpoint the admin API's, or that of S3
 * @param query percent-encoded
 * @param body XML, not copied and not to be changed; empty for none
 * @param purpose what it is for, as in "refused to ..."
 * @param changes whether it changes something: the admin API has the method PATCH for all
 */
@SuppressWarnings("ArrayRecordComponent")
record VersityRequest(
        URI endpoint, String method, String path, String query, byte[] body, String purpose, boolean changes) {

    private static final byte[] NOTHING = {};

    /** Asks the admin API. */
    static VersityRequest ask(URI admin, String path, String purpose) {
        return new VersityRequest(admin, "PATCH", path, "", NOTHING, purpose, false);
    }

    /** Has the admin API change something. */
    static VersityRequest order(URI admin, String path, String purpose) {
        return new VersityRequest(admin, "PATCH", path, "", NOTHING, purpose, true);
    }

    /** Asks S3 for something. */
    static VersityRequest get(URI s3, String path, String purpose) {
        return new VersityRequest(s3, "GET", path, "", NOTHING, purpose, false);
    }

    VersityRequest with(String name, String value) {
        String separator = query.isEmpty() ? "" : "&";
        return new VersityRequest(
                endpoint,
                method,
                path,
                query + separator + name + '=' + UriEncoding.encodeQuery(value),
                body,
                purpose,
                changes);
    }

    VersityRequest with(byte[] document) {
        return new VersityRequest(endpoint, method, path, query, document, purpose, changes);
    }

    CallPurpose callPurpose() {
        return new CallPurpose("The Versity S3 Gateway", purpose, changes);
    }

    /** The failure if the request was sent and no answer states its outcome. */
    PlatformException unanswered(String what) {
        return callPurpose().unanswered(what, null);
    }
}
