package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.TenantsApi;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A bucket that its owner shares with people of other tenants by policies, on any platform that keeps them. */
abstract class SharingContract {

    /** When to give up waiting until the node has learnt of a change, which takes milliseconds on a machine at rest. */
    static final Duration KNOWN = Duration.ofMinutes(1);

    static final String EVERYBODY = "\"*\"";

    AdminApi.Account owners;
    AdminApi.Account guests;
    S3Target owner;
    S3Target guest;
    S3Target guestsColleague;
    private S3Target stranger;
    String bucket;
    String own;

    /** The node in front of the platform, with the policies of sharing. */
    abstract Node node();

    @BeforeEach
    void makeTenants() {
        owners = node().admin().makeTenant("owner-" + UUID.randomUUID());
        guests = node().admin().makeTenant("guest-" + UUID.randomUUID());
        owner = target(owners);
        guest = target(guests);
        guestsColleague = target(node().admin().makeUser(guests.tenant(), "colleague"));
        stranger = target(node().admin().makeTenant("stranger-" + UUID.randomUUID()));
        bucket = "shared-" + UUID.randomUUID();
        own = "own-" + UUID.randomUUID();
        send(owner, "PUT", '/' + bucket, "").assertStatus(200);
        send(owner, "PUT", '/' + bucket + "/k", "shared").assertStatus(200);
        send(guest, "PUT", '/' + own, "").assertStatus(200);
    }

    @Test
    void policyLetsOneUserReadUntilItGoes() {
        send(guest, "GET", '/' + bucket + "/k", "").assertRefused(404, "NoSuchBucket");
        String policy = policy(arn(guests, "user/first"), "\"s3:GetObject\", \"s3:ListBucket\"");
        send(owner, "PUT", '/' + bucket + "?policy", policy).assertStatus(204);

        awaitStatus(200, guest, "/k");
        assertThat(send(guest, "GET", '/' + bucket + "/k", "").text()).isEqualTo("shared");
        assertThat(send(guest, "GET", '/' + bucket, "").elements("Key")).containsExactly("k");
        assertThat(send(guest, "GET", "/?shared", "").elements("Name")).containsExactly(bucket);
        assertThat(send(guestsColleague, "GET", "/?shared", "").elements("Name"))
                .isEmpty();
        send(guest, "GET", '/' + bucket + "/none", "").assertRefused(404, "NoSuchKey");
        send(guest, "PUT", '/' + bucket + "/k", "theirs").assertRefused(403, "AccessDenied");
        send(guest, "DELETE", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");
        send(guest, "GET", '/' + bucket + "?policy", "").assertRefused(403, "AccessDenied");
        send(guestsColleague, "GET", '/' + bucket + "/k", "").assertRefused(404, "NoSuchBucket");
        send(stranger, "GET", '/' + bucket + "/k", "").assertRefused(404, "NoSuchBucket");
        assertThat(send(owner, "GET", '/' + bucket + "?policy", "").text()).isEqualTo(policy);

        unshare();
        awaitStatus(404, guest, "/k");
    }

    @Test
    void tenantThatMayWriteNeitherKeepsTheOwnerOutNorSharesFurther() {
        share(arn(guests, "root"), "\"s3:*\"");
        awaitStatus(200, guest, "/k");
        awaitStatus(200, guestsColleague, "/k");

        Wire.send(
                        guest,
                        SignedRequest.of("PUT", '/' + bucket + "/theirs")
                                .header("x-amz-acl", "bucket-owner-full-control")
                                .body("a gift"))
                .assertStatus(200);
        assertThat(send(owner, "GET", '/' + bucket + "/theirs", "").text()).isEqualTo("a gift");
        Wire.send(
                        guest,
                        SignedRequest.of("PUT", '/' + bucket + "/theirs")
                                .header("x-amz-acl", "public-read")
                                .body("x"))
                .assertRefused(403, "AccessDenied");
        send(guest, "PUT", '/' + bucket + "/theirs?acl", "").assertRefused(403, "AccessDenied");
        send(guest, "PUT", '/' + bucket + "?acl", "").assertRefused(403, "AccessDenied");
        send(guest, "PUT", '/' + bucket + "?policy", policy(EVERYBODY, "\"s3:*\""))
                .assertRefused(403, "AccessDenied");
        send(guest, "DELETE", '/' + bucket + "?policy", "").assertRefused(403, "AccessDenied");
        send(guest, "DELETE", '/' + bucket, "").assertRefused(403, "AccessDenied");
        assertThat(send(guest, "GET", "/", "").elements("Name")).containsExactly(own);
        send(stranger, "GET", '/' + bucket + "/theirs", "").assertRefused(404, "NoSuchBucket");
    }

    @Test
    void uploadInPartsEndsWithTheGrant() {
        share(arn(guests, "root"), "\"s3:*\"");
        awaitStatus(200, guest, "/k");
        String upload = send(guest, "POST", '/' + bucket + "/large?uploads", "").element("UploadId");
        String id = "uploadId=" + encode(upload);
        WireAnswer part = send(guest, "PUT", '/' + bucket + "/large?partNumber=1&" + id, "part");
        part.assertStatus(200);

        unshare();
        awaitStatus(404, guest, "/k");

        String complete = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + part.element("ETag")
                + "</ETag></Part></CompleteMultipartUpload>";
        send(guest, "PUT", '/' + bucket + "/large?partNumber=2&" + id, "more").assertRefused(404, "NoSuchBucket");
        send(guest, "POST", '/' + bucket + "/large?" + id, complete).assertRefused(404, "NoSuchBucket");
        assertThat(send(owner, "GET", '/' + bucket + "?uploads", "").elements("UploadId"))
                .containsExactly(upload);
        send(owner, "DELETE", '/' + bucket + "/large?" + id, "").assertStatus(204);
        send(owner, "GET", '/' + bucket + "/large", "").assertRefused(404, "NoSuchKey");
    }

    @Test
    void sharedObjectIsCopiedAsLongAsItIsShared() {
        copy("/copy", "").assertRefused(404, "NoSuchBucket");
        share(arn(guests, "user/first"), "\"s3:GetObject\"");
        awaitStatus(200, guest, "/k");

        copy("/copy", "").assertStatus(200);
        assertThat(send(guest, "GET", '/' + own + "/copy", "").text()).isEqualTo("shared");

        share(arn(guests, "user/first"), "\"s3:ListBucket\"");
        copy("/copy", "").assertRefused(403, "AccessDenied");
        unshare();
        awaitStatus(404, guest, "/k");
        copy("/copy", "").assertRefused(404, "NoSuchBucket");
    }

    @Test
    void whatIsOpenToEverybodyIsOpenToOtherTenantsAsFarAsItsConditionsGo() {
        String policy = policy(EVERYBODY, "\"s3:ListBucket\"")
                .replace("\"Resource\"", "\"Condition\": {\"StringEquals\": {\"s3:prefix\": \"k\"}}, \"Resource\"");
        send(owner, "PUT", '/' + bucket + "?policy", policy).assertStatus(204);

        awaitStatus(200, stranger, "?prefix=k");
        send(stranger, "GET", '/' + bucket, "").assertRefused(403, "AccessDenied");
        send(stranger, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");

        String exception = "{\"Effect\": \"Deny\", \"NotPrincipal\": {\"AWS\": [" + arn(guests, "user/first") + ", "
                + arn(owners, "user/first") + "]}, \"Action\": \"s3:ListBucket\", \"Resource\": \"arn:aws:s3:::"
                + bucket + "\"}, ";
        send(owner, "PUT", '/' + bucket + "?policy", policy.replace("[{", "[" + exception + "{"))
                .assertStatus(204);
        send(stranger, "GET", '/' + bucket + "?prefix=k", "").assertRefused(403, "AccessDenied");
        send(guest, "GET", '/' + bucket + "?prefix=k", "").assertStatus(200);
    }

    @Test
    void whatAPolicyAsksOfClientsIsAnsweredForTheClient() {
        String clients =
                "\"Condition\": {\"IpAddress\": {\"aws:SourceIp\": [\"127.0.0.0/8\", \"::1/128\"]}, \"StringLike\": "
                        + "{\"aws:Referer\": [\"https://pages.example/*\", \"https://other.example/*\"]}}, ";
        String policy = policy(EVERYBODY, "\"s3:GetObject\"").replace("\"Resource\"", clients + "\"Resource\"");
        send(owner, "PUT", '/' + bucket + "?policy", policy).assertStatus(204);

        Ports.await("the share", KNOWN, () -> from("https://pages.example/a").status() == 200);
        assertThat(send(owner, "GET", '/' + bucket + "?policy", "").text()).isEqualTo(policy);
        from("https://other.example/b").assertStatus(200);
        from("https://elsewhere.example/").assertRefused(403, "AccessDenied");
        send(guest, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");
        send(guest, "PUT", '/' + bucket + "/k", "x").assertRefused(403, "AccessDenied");

        send(
                        owner,
                        "PUT",
                        '/' + bucket + "?policy",
                        policy.replace("127.0.0.0/8", "10.0.0.0/8").replace("::1/128", "2001:db8::/32"))
                .assertStatus(204);
        from("https://pages.example/a").assertRefused(403, "AccessDenied");
    }

    @Test
    void whatADenialAsksOfClientsIsAnsweredForTheClient() {
        share(arn(guests, "user/first"), "\"s3:GetObject\"");
        awaitStatus(200, guest, "/k");
        String inside = policy(EVERYBODY, "\"s3:GetObject\"")
                .replace("Allow", "Deny")
                .replace(
                        "\"Resource\"",
                        "\"Condition\": {\"NotIpAddress\": {\"aws:SourceIp\": [\"127.0.0.0/8\", "
                                + "\"10.0.0.0/8\"]}}, \"Resource\"")
                .replace(
                        "}]}",
                        "}, "
                                + policy(arn(guests, "user/first"), "\"s3:GetObject\"")
                                        .replaceFirst(".*\\[\\{\"Effect", "{\"Effect"));
        send(owner, "PUT", '/' + bucket + "?policy", inside).assertStatus(204);
        send(guest, "GET", '/' + bucket + "/k", "").assertStatus(200);
        send(owner, "GET", '/' + bucket + "/k", "").assertStatus(200);

        send(owner, "PUT", '/' + bucket + "?policy", inside.replace("127.0.0.0/8", "192.0.2.0/24"))
                .assertStatus(204);
        send(guest, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");
        send(owner, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");

        String overTls = inside.replace(
                "\"NotIpAddress\": {\"aws:SourceIp\": [\"127.0.0.0/8\", \"10.0.0.0/8\"]}",
                "\"Bool\": {\"aws:SecureTransport\": \"false\"}");
        send(owner, "PUT", '/' + bucket + "?policy", overTls).assertStatus(204);
        send(owner, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");
        unshare();
        send(owner, "GET", '/' + bucket + "/k", "").assertStatus(200);
    }

    private WireAnswer from(String page) {
        return Wire.send(guest, SignedRequest.of("GET", '/' + bucket + "/k").header("referer", page));
    }

    @Test
    void disabledTenantsNeitherShareNorAreGuests() {
        share(arn(guests, "root"), "\"s3:GetObject\"");
        awaitStatus(200, guest, "/k");

        node().admin().ask(TenantsApi.disableTenant(owners.tenant()));
        awaitStatus(404, guest, "/k");
        node().admin().ask(TenantsApi.enableTenant(owners.tenant()));
        awaitStatus(200, guest, "/k");
        node().admin().ask(TenantsApi.disableTenant(guests.tenant()));
        awaitStatus(403, guest, "/k");
    }

    @Test
    void platformNamesAndUnknownNamesAreNoPrincipals() {
        for (String principal : new String[] {
            "\"arn:aws:iam::" + UUID.randomUUID() + ":root\"",
            "\"arn:aws:iam::" + guests.tenant().replace("-", "__") + ":root\"",
            arn(guests, "user/nobody")
        }) {
            send(owner, "PUT", '/' + bucket + "?policy", policy(principal, "\"s3:GetObject\""))
                    .assertRefused(400, "MalformedPolicy");
        }
        send(owner, "GET", '/' + bucket + "?policy", "").assertRefused(404, "NoSuchBucketPolicy");
    }

    /** The policy that is there already is replaced. */
    final void share(String principal, String actions) {
        send(owner, "PUT", '/' + bucket + "?policy", policy(principal, actions)).assertStatus(204);
    }

    final void unshare() {
        // 204 on AWS; 200 on the gateway.
        assertThat(send(owner, "DELETE", '/' + bucket + "?policy", "").status()).isIn(200, 204);
    }

    final String policy(String principal, String actions) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": [{\"Effect\": \"Allow\", \"Principal\": {\"AWS\": ["
                + principal
                + "]}, \"Action\": [" + actions + "], \"Resource\": [\"arn:aws:s3:::" + bucket + "\", \"arn:aws:s3:::"
                + bucket
                + "/*\"]}]}";
    }

    final WireAnswer copy(String key, String query) {
        return Wire.send(
                guest,
                SignedRequest.of("PUT", '/' + own + key + query).header("x-amz-copy-source", '/' + bucket + "/k"));
    }

    final void awaitStatus(int status, S3Target caller, String what) {
        Ports.await(
                "status " + status,
                KNOWN,
                () -> send(caller, "GET", '/' + bucket + what, "").status() == status);
    }

    static String arn(AdminApi.Account account, String who) {
        return "\"arn:aws:iam::" + account.tenant() + ':' + who + '"';
    }

    final S3Target target(AdminApi.Account account) {
        return node().target(Where.HTTP).as(account.accessKey(), account.secretKey());
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static WireAnswer send(S3Target target, String method, String where, String body) {
        SignedRequest request = SignedRequest.of(method, where);
        return Wire.send(target, method.equals("PUT") || method.equals("POST") ? request.body(body) : request);
    }
}
