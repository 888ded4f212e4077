package dev.ose.benchmarks;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes requests signed in the {@code Authorization} header, as SDKs do. They may be sent again and again for a quarter
 * of an hour.
 */
final class SignedRequests {

    private static final String REGION = "us-east-1";

    private final SigV4Signer signer = new SigV4Signer();
    private final InetSocketAddress address;
    private final LoadUser user;
    private final Instant time = Instant.now();
    private final SigningKey signingKey;

    SignedRequests(InetSocketAddress address, LoadUser user) {
        this.address = address;
        this.user = user;
        CredentialScope scope = CredentialScope.at(time, REGION, "s3");
        this.signingKey = user.keys().secretKey().use(secret -> SigningKey.derive(secret, scope));
    }

    /** Creates the user's bucket. */
    ByteBuffer createBucket() {
        return bytes(head("PUT", '/' + user.bucket(), "", PayloadHash.EMPTY_SHA256, 0, List.of()));
    }

    /** As many requests of a connection's own as the workload has objects for one. */
    List<LoadRequest> of(Workload workload, int connection) {
        return of(workload, connection, workload.objectsPerConnection());
    }

    /** So many requests of a connection's own. */
    List<LoadRequest> of(Workload workload, int connection, int objects) {
        Bodies bodies = new Bodies(workload, connection);
        List<LoadRequest> requests = new ArrayList<>();
        for (int object = 0; object < objects; object++) {
            String path = '/'
                    + user.bucket()
                    + (workload.isOfBucket() ? "" : "/data/client-" + connection + "/object-" + object + ".bin");
            String head = head(
                    workload.method().http(),
                    path,
                    workload.query(),
                    bodies.hash(),
                    bodies.lengthBytes(),
                    bodies.headers());
            requests.add(
                    new LoadRequest(bytes(head), bodies.after(head, user.keys().secretKey())));
        }
        return requests;
    }

    private String head(
            String method, String path, String query, String hash, int bodyBytes, List<HeaderField> framing) {
        List<HeaderField> headers = new ArrayList<>();
        headers.add(new HeaderField("Host", address.getHostString() + ':' + address.getPort()));
        headers.add(new HeaderField("User-Agent", "ose-benchmarks"));
        if (!method.equals("GET")) {
            headers.add(new HeaderField("Content-Type", "application/octet-stream"));
        }
        headers.addAll(framing);
        SigV4Signer.Signature signature = signer.sign(
                new OutgoingRequest(method, path, query, headers, hash),
                new AccessKeyId(user.keys().accessKey()),
                signingKey,
                time);
        headers.add(new HeaderField("x-amz-date", signature.amzDate()));
        headers.add(new HeaderField("x-amz-content-sha256", signature.contentSha256()));
        headers.add(new HeaderField("Authorization", signature.authorization()));
        if (!method.equals("GET")) {
            headers.add(new HeaderField("Content-Length", Integer.toString(bodyBytes)));
        }
        String target = query.isEmpty() ? path : path + '?' + query;
        StringBuilder text = new StringBuilder(method + ' ' + target + " HTTP/1.1\r\n");
        headers.forEach(field ->
                text.append(field.name()).append(": ").append(field.value()).append("\r\n"));
        return text.append("\r\n").toString();
    }

    private static ByteBuffer bytes(String head) {
        byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
