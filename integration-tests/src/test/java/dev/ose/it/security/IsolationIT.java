package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.AdminApi;
import dev.ose.it.Node;
import dev.ose.it.S3Target;
import dev.ose.it.Servers;
import dev.ose.it.SignedRequest;
import dev.ose.it.Where;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import dev.ose.testkit.SignedForm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every operation, tried with another tenant's key on a bucket that exists and on one that does not: never a success,
 * and the same answer, so that another tenant's resources are not disclosed (CVE-2016-7031, CVE-2026-54917; by copies
 * CVE-2026-45042, CVE-2026-39360).
 */
@ExtendWith(Servers.class)
final class IsolationIT {

    private static final List<String> ON_BUCKET = List.of(
            "GET ?",
            "GET ?list-type=2",
            "GET ?versions",
            "GET ?uploads",
            "GET ?location",
            "GET ?versioning",
            "GET ?acl",
            "GET ?policy",
            "GET ?policyStatus",
            "GET ?cors",
            "GET ?lifecycle",
            "GET ?tagging",
            "GET ?encryption",
            "GET ?object-lock",
            "GET ?logging",
            "GET ?notification",
            "GET ?replication",
            "GET ?website",
            "GET ?requestPayment",
            "GET ?accelerate",
            "GET ?ownershipControls",
            "GET ?publicAccessBlock",
            "HEAD ?",
            "DELETE ?",
            "DELETE ?policy",
            "DELETE ?cors",
            "DELETE ?lifecycle",
            "DELETE ?tagging",
            "DELETE ?encryption",
            "DELETE ?website",
            "PUT ?versioning",
            "PUT ?acl",
            "PUT ?policy",
            "PUT ?cors",
            "PUT ?lifecycle",
            "PUT ?tagging",
            "PUT ?object-lock",
            "PUT ?encryption",
            "POST ?delete");

    private static final List<String> ON_OBJECT = List.of(
            "GET ?",
            "GET ?versionId=VERSION",
            "GET ?acl",
            "GET ?tagging",
            "GET ?retention",
            "GET ?legal-hold",
            "GET ?attributes",
            "GET ?uploadId=UPLOAD",
            "GET ?partNumber=1",
            "HEAD ?",
            "HEAD ?versionId=VERSION",
            "DELETE ?",
            "DELETE ?versionId=VERSION",
            "DELETE ?tagging",
            "DELETE ?uploadId=UPLOAD",
            "PUT ?",
            "PUT ?acl",
            "PUT ?tagging",
            "PUT ?retention",
            "PUT ?legal-hold",
            "PUT ?partNumber=1&uploadId=UPLOAD",
            "POST ?uploads",
            "POST ?uploadId=UPLOAD",
            "POST ?restore",
            "POST ?select&select-type=2");

    private S3Target owner;
    private S3Target stranger;
    private String theirs;
    private String missing;
    private String own;
    private String upload;
    private String version;

    @BeforeEach
    void makeTwoTenants(Node node) {
        owner = node.target(Where.HTTP);
        AdminApi.Account account = node.admin().makeTenant("stranger-" + UUID.randomUUID());
        stranger = owner.as(account.accessKey(), account.secretKey());
        theirs = "theirs-" + UUID.randomUUID();
        missing = "nobody-" + UUID.randomUUID();
        own = "stranger-" + UUID.randomUUID();
        send(owner, "PUT", '/' + theirs, "").assertStatus(200);
        send(owner, "PUT", '/' + theirs + "?versioning=", enabled()).assertStatus(200);
        send(stranger, "PUT", '/' + own, "").assertStatus(200);
        WireAnswer put = send(owner, "PUT", '/' + theirs + "/there", "there");
        put.assertStatus(200);
        version = String.valueOf(put.header("x-amz-version-id"));
        upload = send(owner, "POST", '/' + theirs + "/there?uploads=", "").element("UploadId");
    }

    private static String enabled() {
        return "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";
    }

    /** Nothing that the stranger tried has changed anything. */
    @AfterEach
    void everythingIsAsItWas() {
        WireAnswer versions = send(owner, "GET", '/' + theirs + "?versions=", "");
        WireAnswer uploads = send(owner, "GET", '/' + theirs + "?uploads=", "");

        assertThat(versions.elements("VersionId")).containsExactly(version);
        assertThat(uploads.elements("UploadId")).containsExactly(upload);
        assertThat(send(owner, "GET", '/' + theirs + "/there", "").text()).isEqualTo("there");
        assertThat(send(stranger, "GET", '/' + own, "").elements("Key")).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> strangerLearnsNothing() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String operation : ON_BUCKET) {
            tests.add(sameAnswer(operation, "", request -> request));
            tests.add(sameAnswer(operation, "", request -> request.presigned(Duration.ofMinutes(5))));
        }
        for (String operation : ON_OBJECT) {
            tests.add(sameAnswer(operation, "/there", request -> request));
            tests.add(sameAnswer(operation, "/there", request -> request.presigned(Duration.ofMinutes(5))));
        }
        return tests.stream();
    }

    private DynamicTest sameAnswer(String operation, String key, UnaryOperator<SignedRequest> change) {
        return DynamicTest.dynamicTest(operation + ' ' + key, () -> {
            WireAnswer onTheirs = Wire.send(stranger, change.apply(request(operation, theirs + key)));
            WireAnswer onNothing = Wire.send(stranger, change.apply(request(operation, missing + key)));

            assertThat(onTheirs.status()).as(onTheirs.text()).isBetween(400, 501);
            assertThat(onTheirs.withoutIds().replace(theirs, "BUCKET"))
                    .isEqualTo(onNothing.withoutIds().replace(missing, "BUCKET"));
            assertThat(onTheirs.headers().keySet())
                    .isEqualTo(onNothing.headers().keySet());
        });
    }

    private SignedRequest request(String operation, String where) {
        String method = operation.substring(0, operation.indexOf(' '));
        String query = operation
                .substring(operation.indexOf('?') + 1)
                .replace("UPLOAD", upload)
                .replace("VERSION", version);
        SignedRequest request = SignedRequest.of(method, '/' + where + (query.isEmpty() ? "" : "?" + query));
        return method.equals("PUT") || method.equals("POST") ? request.body("body of " + method) : request;
    }

    @Test
    void copyOfAnotherTenantsObjectIsRefusedLikeOneOfNothing() {
        for (String source : List.of("/BUCKET/there", "BUCKET/there", "BUCKET/there?versionId=" + version)) {
            WireAnswer fromTheirs = copy(source.replace("BUCKET", theirs), "/copy", "");
            WireAnswer fromNothing = copy(source.replace("BUCKET", missing), "/copy", "");

            assertSame(fromTheirs, fromNothing);
        }
    }

    @Test
    void partCopyOfAnotherTenantsObjectIsRefusedLikeOneOfNothing() {
        String id = send(stranger, "POST", '/' + own + "/copy?uploads=", "").element("UploadId");
        String query = "?partNumber=1&uploadId=" + id;

        assertSame(copy(theirs + "/there", "/copy", query), copy(missing + "/there", "/copy", query));

        send(stranger, "DELETE", '/' + own + "/copy?uploadId=" + id, "").assertStatus(204);
    }

    @Test
    void formForAnotherTenantsBucketIsRefusedLikeOneForNothing() {
        assertSame(post(theirs), post(missing));
    }

    private WireAnswer post(String bucket) {
        SignedForm form = new SignedForm().field("key", "there").condition("{\"bucket\": \"" + bucket + "\"}");
        byte[] secret = stranger.secretText().getBytes(StandardCharsets.UTF_8);
        return Wire.post(
                stranger,
                bucket,
                form.sign(stranger.accessKey(), secret, Instant.now().plusSeconds(300))
                        .file("there", "mine".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void climbingCopySourceIsRefused() {
        for (String climb : List.of("/../", "/%2e%2e/", "/x/../../", "/..%2f")) {
            WireAnswer answer = copy(own + climb + theirs + "/there", "/copy", "");

            assertThat(answer.status()).as(answer.text()).isIn(400, 404);
        }
    }

    @Test
    void anotherTenantsUploadIdIsUnknownInOnesOwnBucket() {
        send(stranger, "GET", '/' + own + "/there?uploadId=" + upload, "").assertRefused(404, "NoSuchUpload");
        send(stranger, "PUT", '/' + own + "/there?partNumber=1&uploadId=" + upload, "part")
                .assertRefused(404, "NoSuchUpload");
        send(stranger, "DELETE", '/' + own + "/there?uploadId=" + upload, "").assertRefused(404, "NoSuchUpload");
    }

    @Test
    void anotherTenantsVersionIdIsUnknownInOnesOwnBucket() {
        WireAnswer answer = send(stranger, "GET", '/' + own + "/there?versionId=" + version, "");

        assertThat(answer.status()).as(answer.text()).isIn(400, 404);
    }

    @Test
    void presignedUrlOfTheOwnerDoesNotServeAnotherBucket() {
        SignedRequest request = SignedRequest.of("GET", '/' + own).presigned(Duration.ofMinutes(5));

        Wire.send(owner, request).assertRefused(404, "NoSuchBucket");
    }

    @Test
    void bucketsOfOthersAreNotListed() {
        assertThat(send(stranger, "GET", "/", "").elements("Name")).containsExactly(own);
        assertThat(send(owner, "GET", "/", "").elements("Name"))
                .contains(theirs)
                .doesNotContain(own);
    }

    /** Names are unique in the whole service, as in S3: only this discloses that a name is taken. */
    @Test
    void takenBucketNameIsRefused() {
        send(stranger, "PUT", '/' + theirs, "").assertRefused(409, "BucketAlreadyExists");
    }

    private WireAnswer copy(String source, String key, String query) {
        return Wire.send(
                stranger, SignedRequest.of("PUT", '/' + own + key + query).header("x-amz-copy-source", source));
    }

    private void assertSame(WireAnswer onTheirs, WireAnswer onNothing) {
        assertThat(onTheirs.status()).as(onTheirs.text()).isBetween(400, 499);
        assertThat(onTheirs.withoutIds().replace(theirs, "BUCKET"))
                .isEqualTo(onNothing.withoutIds().replace(missing, "BUCKET"));
    }

    private static WireAnswer send(S3Target target, String method, String where, String body) {
        return Wire.send(target, SignedRequest.of(method, where).body(body));
    }
}
