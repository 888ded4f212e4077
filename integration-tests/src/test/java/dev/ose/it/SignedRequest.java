package dev.ose.it;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One request in the making, signed when its bytes are created, with every forgery of a client: headers added after the
 * signature, another time, another length than the body has, another signature.
 */
public final class SignedRequest {

    private static final SigV4Signer SIGNER = new SigV4Signer();

    private final String method;
    private final String path;
    private final String query;
    private final List<HeaderField> headers = new ArrayList<>();
    private final List<HeaderField> unsignedHeaders = new ArrayList<>();
    private byte[] body = new byte[0];
    private Optional<String> payload = Optional.empty();
    private Optional<String> length = Optional.empty();
    private boolean isLengthTold = true;
    private Instant time = Instant.now();
    private Optional<Duration> lifetime = Optional.empty();
    private UnaryOperator<String> forgery = UnaryOperator.identity();

    private SignedRequest(String method, String path, String query) {
        this.method = method;
        this.path = path;
        this.query = query;
    }

    /** A request for a target in percent-encoding, with or without a query. */
    public static SignedRequest of(String method, String target) {
        int mark = target.indexOf('?');
        return mark < 0
                ? new SignedRequest(method, target, "")
                : new SignedRequest(method, target.substring(0, mark), target.substring(mark + 1));
    }

    public String method() {
        return method;
    }

    public String target() {
        return query.isEmpty() ? path : path + '?' + query;
    }

    /** Adds a header, which the signature covers if it must. */
    public SignedRequest header(String name, String value) {
        headers.add(new HeaderField(name, value));
        return this;
    }

    /** Adds a header after signing. */
    public SignedRequest unsigned(String name, String value) {
        unsignedHeaders.add(new HeaderField(name, value));
        return this;
    }

    public SignedRequest body(byte[] bytes) {
        body = bytes.clone();
        return this;
    }

    public SignedRequest body(String text) {
        return body(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] bodyBytes() {
        return body.clone();
    }

    /** Sets the payload hash; by default the body's digest. */
    public SignedRequest payload(String hash) {
        payload = Optional.of(hash);
        return this;
    }

    /** Sends this Content-Length, whatever the body has. */
    public SignedRequest declaring(String contentLength) {
        length = Optional.of(contentLength);
        return this;
    }

    public SignedRequest withoutLength() {
        isLengthTold = false;
        return this;
    }

    public SignedRequest at(Instant moment) {
        time = moment;
        return this;
    }

    /** Signs in the query. */
    public SignedRequest presigned(Duration lives) {
        lifetime = Optional.of(lives);
        return this;
    }

    /** Changes the signature, header or query, before it is sent. */
    public SignedRequest forged(UnaryOperator<String> change) {
        forgery = change;
        return this;
    }

    /** The head as it goes over the wire to the target. */
    public byte[] head(S3Target target) {
        List<HeaderField> sent = new ArrayList<>();
        sent.add(new HeaderField("Host", target.host()));
        sent.addAll(headers);
        CredentialScope scope = CredentialScope.at(time, S3Target.REGION, "s3");
        SigningKey key = target.secretKey().use(secret -> SigningKey.derive(secret, scope));
        AccessKeyId accessKey = new AccessKeyId(target.accessKey());
        String hash = payload.orElseGet(() -> lifetime.isPresent() ? "UNSIGNED-PAYLOAD" : Samples.sha256(body));
        OutgoingRequest request = new OutgoingRequest(method, path, query, sent, hash);
        String signedQuery = query;
        if (lifetime.isPresent()) {
            signedQuery = forgery.apply(SIGNER.presign(request, accessKey, key, time, lifetime.get(), null));
        } else {
            SigV4Signer.Signature signature = SIGNER.sign(request, accessKey, key, time);
            sent.add(new HeaderField("x-amz-date", signature.amzDate()));
            sent.add(new HeaderField("x-amz-content-sha256", signature.contentSha256()));
            sent.add(new HeaderField("Authorization", forgery.apply(signature.authorization())));
        }
        sent.addAll(unsignedHeaders);
        boolean hasBody = body.length > 0 || method.equals("PUT") || method.equals("POST");
        if (isLengthTold && (hasBody || length.isPresent())) {
            sent.add(new HeaderField("Content-Length", length.orElseGet(() -> Integer.toString(body.length))));
        }
        return write(signedQuery, sent);
    }

    private byte[] write(String signedQuery, List<HeaderField> sent) {
        StringBuilder head = new StringBuilder(method).append(' ').append(path);
        if (!signedQuery.isEmpty()) {
            head.append('?').append(signedQuery);
        }
        head.append(" HTTP/1.1\r\n");
        sent.forEach(field ->
                head.append(field.name()).append(": ").append(field.value()).append("\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Head and body. */
    public byte[] bytes(S3Target target) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head(target));
        all.writeBytes(body);
        return all.toByteArray();
    }
}
