package dev.ose.server.platform.probe;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.transfer.PlatformRequestBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** One request of a check, about a bucket or an object in it. */
final class ProbeCall {

    private final String method;
    private final String path;
    private String query = "";
    private PlatformRequestBody body = PlatformRequestBody.NONE;
    private String payloadHash = PayloadHash.EMPTY_SHA256;
    private final List<HeaderField> headers = new ArrayList<>();

    private ProbeCall(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /** About the bucket. */
    static ProbeCall ofBucket(String method) {
        return new ProbeCall(method, "");
    }

    /** About an object. */
    static ProbeCall ofObject(String method, String key) {
        return new ProbeCall(method, '/' + UriEncoding.encodePath(key));
    }

    ProbeCall query(String text) {
        query = text;
        return this;
    }

    ProbeCall header(String name, String value) {
        headers.add(new HeaderField(name, value));
        return this;
    }

    ProbeCall body(byte[] bytes) {
        return body(bytes, PayloadHash.Digest.of(bytes).hex());
    }

    /** Sets the body and its signed payload hash. */
    ProbeCall body(byte[] bytes, String signed) {
        body = new PlatformRequestBody.InMemory(bytes);
        payloadHash = signed;
        return this;
    }

    /** Sets a document with its digest, which some operations require. */
    ProbeCall document(String xml) {
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        return body(bytes)
                .header(
                        "content-md5",
                        Base64.getEncoder().encodeToString(Digester.md5().digest(bytes)));
    }

    String method() {
        return method;
    }

    /** The path after the bucket's name. */
    String path() {
        return path;
    }

    String query() {
        return query;
    }

    PlatformRequestBody body() {
        return body;
    }

    String payloadHash() {
        return payloadHash;
    }

    List<HeaderField> headers() {
        return headers;
    }
}
