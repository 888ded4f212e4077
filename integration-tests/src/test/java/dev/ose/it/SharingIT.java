package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sharing by policies and ACLs on a real Ceph object gateway. */
final class SharingIT extends SharingContract {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static Node node;

    @BeforeAll
    static void start() {
        Gateway gateway = GATEWAY.gateway();
        node = CephNode.start("sharing", gateway, gateway.endpoint(), Map.of());
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Override
    Node node() {
        return node;
    }

    @Test
    void partIsCopiedFromWhatAnAclShares() {
        share(arn(guests, "user/first"), "\"s3:GetObject\"");
        awaitStatus(200, guest, "/k");
        String upload = send(guest, "POST", '/' + own + "/parts?uploads", "").element("UploadId");
        String query = "?partNumber=1&uploadId=" + encode(upload);
        // For the source of a part the gateway only evaluates the object's ACL.
        copy("/parts", query).assertRefused(403, "AccessDenied");
        Wire.send(
                        owner,
                        SignedRequest.of("PUT", '/' + bucket + "/k?acl")
                                .header("x-amz-grant-full-control", "id=" + canonicalId(owner))
                                .header("x-amz-grant-read", "id=" + canonicalId(guest)))
                .assertStatus(200);
        copy("/parts", query).assertStatus(200);
        Wire.send(owner, SignedRequest.of("PUT", '/' + bucket + "/k?acl").header("x-amz-acl", "private"))
                .assertStatus(200);

        unshare();
        awaitStatus(404, guest, "/k");
        copy("/parts", query).assertRefused(404, "NoSuchBucket");
    }

    @Test
    void aclLetsOneUserOfAnotherTenantList() {
        putAcl(grant(canonicalId(owner), "FULL_CONTROL") + grant(canonicalId(guest), "READ"));

        awaitStatus(200, guest, "");
        assertThat(send(guest, "GET", '/' + bucket, "").elements("Key")).containsExactly("k");
        send(guest, "PUT", '/' + bucket + "/new", "x").assertRefused(403, "AccessDenied");
        send(guestsColleague, "GET", '/' + bucket, "").assertRefused(404, "NoSuchBucket");

        closeAcl();
        awaitStatus(404, guest, "");
    }

    @Test
    void aclLetsAWholeTenantListUntilItIsPrivate() {
        String guestsId = guests.tenant() + '|';
        putAcl(grant(canonicalId(owner), "FULL_CONTROL") + grant(guestsId, "READ"));
        awaitStatus(200, guest, "");
        awaitStatus(200, guestsColleague, "");

        assertThat(send(guest, "GET", '/' + bucket, "").elements("Key")).containsExactly("k");
        send(guest, "GET", '/' + bucket + "?uploads", "").assertStatus(200);
        send(guest, "GET", '/' + bucket + "?versions", "").assertStatus(200);
        send(guest, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");
        send(guest, "PUT", '/' + bucket + "/new", "x").assertRefused(403, "AccessDenied");
        send(guest, "GET", '/' + bucket + "?acl", "").assertRefused(403, "AccessDenied");
        send(guest, "GET", '/' + bucket + "?policy", "").assertRefused(403, "AccessDenied");
        assertThat(send(guest, "GET", "/?shared", "").elements("Name")).containsExactly(bucket);
        WireAnswer acl = send(owner, "GET", '/' + bucket + "?acl", "");
        assertThat(acl.elements("ID")).containsExactly(canonicalId(owner), canonicalId(owner), guestsId);
        assertThat(acl.elements("Permission")).containsExactly("FULL_CONTROL", "READ");
        send(owner, "GET", '/' + bucket + "?policy", "").assertRefused(404, "NoSuchBucketPolicy");
        send(owner, "GET", '/' + bucket + "?policyStatus", "").assertRefused(404, "NoSuchBucketPolicy");
        send(owner, "PUT", '/' + bucket + "?acl", acl.text()).assertStatus(200);

        share(arn(guests, "user/first"), "\"s3:GetObject\"");
        awaitStatus(200, guest, "/k");
        assertThat(send(owner, "GET", '/' + bucket + "?policy", "").text()).doesNotContain("OSE-acl");
        unshare();
        send(owner, "GET", '/' + bucket + "?policy", "").assertRefused(404, "NoSuchBucketPolicy");
        send(guest, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");
        send(guestsColleague, "GET", '/' + bucket, "").assertStatus(200);

        closeAcl();
        awaitStatus(404, guest, "");
        awaitStatus(404, guestsColleague, "");
        assertThat(send(owner, "GET", '/' + bucket + "?acl", "").elements("Permission"))
                .containsExactly("FULL_CONTROL");
    }

    @Test
    void tenantsWriteAndReadTheAclAsFarAsItGoes() {
        S3Target colleague = target(node().admin().makeUser(owners.tenant(), "colleague"));
        send(colleague, "GET", '/' + bucket, "").assertRefused(403, "AccessDenied");
        putAcl(grant(canonicalId(owner), "FULL_CONTROL")
                + grant(guests.tenant() + '|', "WRITE")
                + grant(owners.tenant() + '|', "FULL_CONTROL"));

        Ports.await(
                "a write",
                KNOWN,
                () -> send(guest, "PUT", '/' + bucket + "/theirs", "x").status() == 200);
        send(guest, "DELETE", '/' + bucket + "/theirs", "").assertStatus(204);
        // A multi-object deletion is authorised on the bucket, not on each object.
        assertThat(delete(guest, "k").elements("Key")).containsExactly("k");
        send(owner, "GET", '/' + bucket + "/k", "").assertRefused(404, "NoSuchKey");
        send(guest, "GET", '/' + bucket, "").assertRefused(403, "AccessDenied");
        send(guest, "GET", '/' + bucket + "?acl", "").assertRefused(403, "AccessDenied");
        send(colleague, "PUT", '/' + bucket + "/ours", "x").assertStatus(200);
        assertThat(send(colleague, "GET", '/' + bucket, "").elements("Key")).containsExactly("ours");
        assertThat(send(colleague, "GET", '/' + bucket + "?acl", "").elements("ID"))
                .contains(guests.tenant() + '|', owners.tenant() + '|');
        send(colleague, "PUT", '/' + bucket + "?acl", "").assertRefused(403, "AccessDenied");

        putAcl(grant(guests.tenant() + '|', "READ_ACP") + grant(owners.tenant() + '|', "READ_ACP"));
        awaitStatus(200, guest, "?acl");
        assertThat(send(guest, "GET", '/' + bucket + "?acl", "").text())
                .contains(guests.tenant() + '|')
                .doesNotContain(owners.tenant());
        send(guest, "PUT", '/' + bucket + "/theirs", "x").assertRefused(403, "AccessDenied");
    }

    /** The gateway treats every policy that allows something as public. */
    @Test
    void grantThatThePolicyCannotKeepIsRefusedUntilItCan() {
        String block = "<PublicAccessBlockConfiguration><BlockPublicPolicy>true</BlockPublicPolicy>"
                + "</PublicAccessBlockConfiguration>";
        send(owner, "PUT", '/' + bucket + "?publicAccessBlock", block).assertStatus(200);
        String grants = grant(canonicalId(owner), "FULL_CONTROL") + grant(guests.tenant() + '|', "READ");

        send(owner, "PUT", '/' + bucket + "?acl", acl(grants)).assertRefused(403, "AccessDenied");
        assertThat(send(owner, "GET", '/' + bucket + "?acl", "").text()).doesNotContain("|");
        send(guest, "GET", '/' + bucket, "").assertRefused(404, "NoSuchBucket");

        send(owner, "DELETE", '/' + bucket + "?publicAccessBlock", "");
        putAcl(grants);
        awaitStatus(200, guest, "");
    }

    @Test
    void headersGrantTenantsAlone() {
        Wire.send(
                        owner,
                        SignedRequest.of("PUT", '/' + bucket + "?acl")
                                .header("x-amz-grant-read", "id=\"" + guests.tenant() + "|\""))
                .assertStatus(200);

        awaitStatus(200, guest, "");
        WireAnswer acl = send(owner, "GET", '/' + bucket + "?acl", "");
        assertThat(acl.elements("Permission")).containsExactly("READ");
        closeAcl();
        awaitStatus(404, guest, "");
    }

    private WireAnswer delete(S3Target who, String key) {
        String keys = "<Delete><Object><Key>" + key + "</Key></Object></Delete>";
        WireAnswer answer = Wire.send(
                who,
                SignedRequest.of("POST", '/' + bucket + "?delete")
                        .header("Content-MD5", Checksums.md5(keys.getBytes(StandardCharsets.UTF_8)))
                        .body(keys));
        answer.assertStatus(200);
        assertThat(answer.elements("Code")).isEmpty();
        return answer;
    }

    /** The gateway denies it to the bucket's owner, too. */
    @Test
    void policyThatDeniesToReadItCanBeTakenBack() {
        putAcl(grant(canonicalId(owner), "FULL_CONTROL") + grant(guests.tenant() + '|', "READ"));
        awaitStatus(200, guest, "");
        String hidden = policy(EVERYBODY, "\"s3:GetBucketPolicy\"").replace("Allow", "Deny");
        send(owner, "PUT", '/' + bucket + "?policy", hidden).assertStatus(204);

        send(owner, "GET", '/' + bucket + "?policy", "").assertRefused(403, "AccessDenied");
        assertThat(send(owner, "GET", '/' + bucket + "?acl", "").text()).doesNotContain("|");
        Wire.send(owner, SignedRequest.of("PUT", '/' + bucket + "?acl").header("x-amz-acl", "private"))
                .assertRefused(403, "AccessDenied");
        send(guest, "GET", '/' + bucket, "").assertStatus(200);

        unshare();
        awaitStatus(404, guest, "");
        send(owner, "PUT", '/' + bucket + "?policy", hidden).assertStatus(204);
        closeAcl();
        share(arn(guests, "user/first"), "\"s3:GetObject\"");
        awaitStatus(200, guest, "/k");
    }

    private void putAcl(String grants) {
        send(owner, "PUT", '/' + bucket + "?acl", acl(grants)).assertStatus(200);
    }

    private String acl(String grants) {
        return "<AccessControlPolicy><Owner><ID>" + canonicalId(owner) + "</ID></Owner><AccessControlList>" + grants
                + "</AccessControlList></AccessControlPolicy>";
    }

    private void closeAcl() {
        Wire.send(owner, SignedRequest.of("PUT", '/' + bucket + "?acl").header("x-amz-acl", "private"))
                .assertStatus(200);
    }

    private static String grant(String id, String permission) {
        return "<Grant><Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\"><ID>"
                + id + "</ID></Grantee><Permission>" + permission + "</Permission></Grant>";
    }

    private static String canonicalId(S3Target target) {
        return send(target, "GET", "/", "").element("ID");
    }
}
