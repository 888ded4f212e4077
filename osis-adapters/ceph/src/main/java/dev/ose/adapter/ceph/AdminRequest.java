package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.http.CallPurpose;
import dev.ose.s3.UriEncoding;

/**
 * One request to the admin ops API. May be repeated: every request sent here is idempotent.
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

    CallPurpose callPurpose() {
        return new CallPurpose("The Ceph gateway", purpose, !method.equals("GET"));
    }

    /** The failure if the request was sent and no answer states its outcome. */
    PlatformException unanswered(String what) {
        return callPurpose().unanswered(what, null);
    }
}
