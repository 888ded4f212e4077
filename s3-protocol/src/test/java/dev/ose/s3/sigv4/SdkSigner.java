package dev.ose.s3.sigv4;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** The AWS SDK as a client: it signs the way it does for S3, with the example key pair at the example time. */
final class SdkSigner {

    private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();
    private static final AwsCredentialsIdentity IDENTITY =
            AwsCredentialsIdentity.create(Examples.ACCESS_KEY.value(), Examples.PUBLISHED_KEY);

    private SdkSigner() {}

    static SdkHttpRequest.Builder request(String method, String encodedPath) {
        return SdkHttpRequest.builder()
                .method(SdkHttpMethod.fromValue(method))
                .protocol("https")
                .host(Examples.HOST)
                .encodedPath(encodedPath);
    }

    /** Signs in the header; without a body the payload stays unsigned. */
    static WireRequest sign(SdkHttpRequest request, byte @Nullable [] body) {
        return sign(request, body, AuthLocation.HEADER, null);
    }

    static WireRequest presign(SdkHttpRequest request, Duration lifetime) {
        return sign(request, null, AuthLocation.QUERY_STRING, lifetime);
    }

    private static WireRequest sign(
            SdkHttpRequest request, byte @Nullable [] body, AuthLocation location, @Nullable Duration lifetime) {
        SdkHttpRequest signed = SIGNER.sign(sign -> {
                    sign.identity(IDENTITY)
                            .request(request)
                            .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                            .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1")
                            .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                            .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false)
                            .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, body != null)
                            .putProperty(AwsV4HttpSigner.AUTH_LOCATION, location)
                            .putProperty(AwsV4HttpSigner.SIGNING_CLOCK, Clock.fixed(Examples.TIME, ZoneOffset.UTC));
                    if (body != null) {
                        sign.payload(() -> new ByteArrayInputStream(body));
                    }
                    if (lifetime != null) {
                        sign.putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, lifetime);
                    }
                })
                .request();
        return onTheWire(signed);
    }

    private static WireRequest onTheWire(SdkHttpRequest request) {
        List<HeaderField> headers = new ArrayList<>();
        request.forEachHeader((name, values) ->
                values.forEach(value -> headers.add(new HeaderField(name, WireRequest.bytesOf(value)))));
        String path = new String(request.encodedPath().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return new WireRequest(
                request.method().name(), path, request.encodedQueryParameters().orElse(""), headers);
    }
}
