package dev.ose.server.app;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.admin.login.FirstAdmin;
import dev.ose.server.app.check.S3RequestSigner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The client of a training run: every answer must be a success. Blocks. */
final class TrainingClient implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final String REGION = "us-east-1";
    private static final String TYPE = "application/octet-stream";

    private final OutboundHttp http =
            new OutboundHttp(new OutboundHttp.Limits(TIMEOUT, TIMEOUT, MAX_ANSWER_BYTES, 1), OutboundRoutes.direct());
    private final S3RequestSigner signer = new S3RequestSigner();
    private final URI admin;
    private final URI s3;
    private final Secret password;
    private @Nullable Keys keys;

    TrainingClient(URI admin, URI s3, Secret password) {
        this.admin = admin;
        this.s3 = s3;
        this.password = password;
    }

    /** Signs requests to S3 from now on. */
    void signAs(String accessKey, Secret secretKey) {
        CredentialScope scope = CredentialScope.at(Instant.now(), REGION, "s3");
        keys = new Keys(new AccessKeyId(accessKey), secretKey.use(bytes -> SigningKey.derive(bytes, scope)));
    }

    /** Sends a request of the first administrator; the body is JSON, of a GET none. */
    JsonNode administer(String method, String path, Map<String, String> body) {
        String login = password.use(bytes -> Base64.getEncoder()
                .encodeToString((FirstAdmin.NAME + ':' + new String(bytes, StandardCharsets.UTF_8))
                        .getBytes(StandardCharsets.UTF_8)));
        OutboundRequest request =
                OutboundRequest.of(method, admin.resolve(path)).with("Authorization", "Basic " + login);
        return JsonMapper.shared()
                .readTree(send(body.isEmpty()
                                ? request
                                : request.with(JsonMapper.shared().writeValueAsBytes(body), "application/json"))
                        .body());
    }

    /** Sends a signed request without a body; the target is of path style. */
    OutboundAnswer s3(String method, String target) {
        return s3(method, target, new byte[0]);
    }

    OutboundAnswer s3(String method, String target, String body) {
        return s3(method, target, body.getBytes(StandardCharsets.UTF_8));
    }

    OutboundAnswer s3(String method, String target, byte[] body) {
        Keys present = Objects.requireNonNull(keys);
        OutboundRequest request = signer.sign(
                OutboundRequest.of(method, s3.resolve(target)),
                PayloadHash.Mode.UNSIGNED.wireValue(),
                present.accessKey(),
                present.signingKey(),
                Instant.now());
        return send(body.length == 0 ? request : request.with(body, TYPE));
    }

    /** The text of the first element of a name. */
    static String element(String name, OutboundAnswer answer) {
        Matcher found =
                Pattern.compile('<' + name + ">([^<]*)<").matcher(new String(answer.body(), StandardCharsets.UTF_8));
        if (!found.find()) {
            throw new IllegalStateException("the answer has no element " + name);
        }
        return found.group(1);
    }

    private OutboundAnswer send(OutboundRequest request) {
        try {
            OutboundAnswer answer = http.send(request);
            if (!answer.isSuccess()) {
                throw new IllegalStateException("the node answers " + answer.status() + " to " + request);
            }
            return answer;
        } catch (OutboundException e) {
            throw new IllegalStateException("the node does not answer " + request, e);
        }
    }

    @Override
    public void close() {
        http.close();
    }

    /** A key pair of a user, ready to sign. */
    private record Keys(AccessKeyId accessKey, SigningKey signingKey) {}
}
