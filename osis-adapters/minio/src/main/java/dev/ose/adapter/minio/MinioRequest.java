package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.http.CallPurpose;
import dev.ose.s3.UriEncoding;
import java.net.URI;

/**
 * One request of the administrator. May be repeated: every request sent here is idempotent.
 *
 * @param endpoint the admin API's, or that of S3
 * @param query percent-encoded
 * @param body not copied and not to be changed; empty for none
 * @param isSealed whether the body is sent encrypted with the administrator's secret key
 * @param purpose what it is for, as in "refused to ..."
 */
@SuppressWarnings("ArrayRecordComponent")
record MinioRequest(
        URI endpoint, String method, String path, String query, byte[] body, boolean isSealed, String purpose) {

    private static final String ADMIN = "/minio/admin/v3/";
    private static final byte[] NOTHING = {};

    /** A request of the admin API. */
    static MinioRequest admin(URI endpoint, String method, String name, String purpose) {
        return new MinioRequest(endpoint, method, ADMIN + name, "", NOTHING, false, purpose);
    }

    /** A request of S3. */
    static MinioRequest s3(URI endpoint, String method, String path, String purpose) {
        return new MinioRequest(endpoint, method, path, "", NOTHING, false, purpose);
    }

    MinioRequest with(String name, String value) {
        String separator = query.isEmpty() ? "" : "&";
        return new MinioRequest(
                endpoint,
                method,
                path,
                query + separator + name + '=' + UriEncoding.encodeQuery(value),
                body,
                isSealed,
                purpose);
    }

    /** The same with this body as it is. */
    MinioRequest with(byte[] document) {
        return new MinioRequest(endpoint, method, path, query, document, false, purpose);
    }

    /** The same with this body, which may have secrets. */
    MinioRequest withSealed(byte[] document) {
        return new MinioRequest(endpoint, method, path, query, document, true, purpose);
    }

    private boolean changes() {
        return !(method.equals("GET") || method.equals("HEAD"));
    }

    CallPurpose callPurpose() {
        return new CallPurpose("MinIO", purpose, changes());
    }

    /** The failure if the request was sent and no answer states its outcome. */
    PlatformException unanswered(String what) {
        return callPurpose().unanswered(what, null);
    }
}
