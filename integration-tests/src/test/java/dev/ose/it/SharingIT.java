package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
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
        // For the source of a part the gateway asks the object's ACL alone.
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
        String acl = "<AccessControlPolicy><Owner><ID>" + canonicalId(owner) + "</ID></Owner><AccessControlList>"
                + grant(canonicalId(owner), "FULL_CONTROL") + grant(canonicalId(guest), "READ")
                + "</AccessControlList></AccessControlPolicy>";
        send(owner, "PUT", '/' + bucket + "?acl", acl).assertStatus(200);

        awaitStatus(200, guest, "");
        assertThat(send(guest, "GET", '/' + bucket, "").elements("Key")).containsExactly("k");
        send(guest, "PUT", '/' + bucket + "/new", "x").assertRefused(403, "AccessDenied");
        send(guestsColleague, "GET", '/' + bucket, "").assertRefused(404, "NoSuchBucket");

        Wire.send(owner, SignedRequest.of("PUT", '/' + bucket + "?acl").header("x-amz-acl", "private"))
                .assertStatus(200);
        awaitStatus(404, guest, "");
    }

    private static String grant(String id, String permission) {
        return "<Grant><Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\"><ID>"
                + id + "</ID></Grantee><Permission>" + permission + "</Permission></Grant>";
    }

    private static String canonicalId(S3Target target) {
        return send(target, "GET", "/", "").element("ID");
    }
}
