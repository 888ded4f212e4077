package dev.ose.adapter.contract;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Quirk;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Sends S3 requests that are signed with a user's key pair to the platform's own endpoint. Path style; blocks. */
public final class S3Caller {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final SigV4Signer signer = new SigV4Signer();
    private final HttpClient client;
    private final PlatformInfo platform;
    private final PlatformKey key;
    private final Consumer<String> admission;

    /** The answer of a platform. */
    public record Answer(int status, String body, HttpHeaders headers) {}

    public S3Caller(HttpClient client, PlatformInfo platform, PlatformKey key) {
        this(client, platform, key, bucket -> {});
    }

    /** @param admission has the platform admit the user to a bucket, before it is created */
    public S3Caller(HttpClient client, PlatformInfo platform, PlatformKey key, Consumer<String> admission) {
        this.client = client;
        this.platform = platform;
        this.key = key;
        this.admission = admission;
    }

    public Answer createBucket(String bucket) {
        admission.accept(bucket);
        return send("PUT", bucket, "", creation(""));
    }

    /** The document of a CreateBucket; empty if it needs none. */
    private String creation(String content) {
        String all = platform.quirks().contains(Quirk.REGION_NAMED_IN_CREATION)
                ? "<LocationConstraint>" + platform.region() + "</LocationConstraint>" + content
                : content;
        return all.isEmpty() ? "" : "<CreateBucketConfiguration>" + all + "</CreateBucketConfiguration>";
    }

    public Answer deleteBucket(String bucket) {
        return send("DELETE", bucket, "", "");
    }

    /** Sends a CreateBucket with this tag. */
    Answer createTaggedBucket(String bucket, String name, String value) {
        admission.accept(bucket);
        return send(
                "PUT",
                bucket,
                "",
                creation("<Tags><Tag><Key>" + name + "</Key><Value>" + value + "</Value></Tag></Tags>"));
    }

    Answer bucketTags(String bucket) {
        return send("GET", bucket, "tagging", "");
    }

    /** Makes SSE-S3 the default of the bucket. */
    Answer encryptByDefault(String bucket) {
        return send(
                "PUT",
                bucket,
                "encryption",
                "<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256"
                        + "</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule>"
                        + "</ServerSideEncryptionConfiguration>");
    }

    public Answer listBuckets() {
        return send("GET", "", "", "");
    }

    public Answer list(String bucket) {
        return send("GET", bucket, "list-type=2", "");
    }

    public Answer get(String bucket, String objectKey) {
        return send("GET", path(bucket, objectKey), "", "");
    }

    public Answer delete(String bucket, String objectKey) {
        return send("DELETE", path(bucket, objectKey), "", "");
    }

    Answer deleteIf(String bucket, String objectKey, HeaderField condition) {
        return send("DELETE", path(bucket, objectKey), "", "", condition);
    }

    public Answer put(String bucket, String objectKey, String text, HeaderField... headers) {
        return send("PUT", path(bucket, objectKey), "", text, headers);
    }

    /** Puts an object whose signed digest is not that of its bytes. */
    Answer putWithWrongDigest(String bucket, String objectKey, String text) {
        return send("PUT", path(bucket, objectKey), "", text, sha256(text + " and more"));
    }

    private static String path(String bucket, String objectKey) {
        return bucket + '/' + UriEncoding.encodePath(objectKey);
    }

    private Answer send(String method, String path, String query, String text, HeaderField... headers) {
        return send(method, path, query, text, sha256(text), headers);
    }

    private Answer send(String method, String path, String query, String text, String digest, HeaderField... headers) {
        List<HeaderField> all = new ArrayList<>(List.of(headers));
        all.add(new HeaderField("Host", platform.s3Endpoint().getAuthority()));
        Instant now = Instant.now();
        CredentialScope scope = CredentialScope.at(now, platform.region(), "s3");
        SigningKey signingKey = key.secretKey().use(bytes -> SigningKey.derive(bytes, scope));
        SigV4Signer.Signature signature = signer.sign(
                new OutgoingRequest(method, '/' + path, query, all, digest),
                new AccessKeyId(key.accessKey()),
                signingKey,
                now);
        // Written out by hand: URI.resolve would take dot segments out of the path.
        String target = platform.s3Endpoint() + "/" + path + (query.isEmpty() ? "" : '?' + query);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target))
                .timeout(LIMIT)
                .header("x-amz-date", signature.amzDate())
                .header("x-amz-content-sha256", signature.contentSha256())
                .header("Authorization", signature.authorization())
                .method(
                        method,
                        text.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(text));
        List.of(headers).forEach(header -> request.header(header.name(), header.value()));
        return answer(request.build());
    }

    private Answer answer(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String sha256(String text) {
        return PayloadHash.Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }
}
