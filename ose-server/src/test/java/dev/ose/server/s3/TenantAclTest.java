package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Alice grants access to whole tenants by her bucket's ACL, on a platform with ACLs and policies. */
@Timeout(60)
class TenantAclTest extends TenantAclFixture {

    @Test
    void tenantFindsTheBucketUntilItIsPrivate() throws IOException {
        assertThat(statusForEve()).isEqualTo(404);

        assertThat(putAcl(to(S3TestServer.CANONICAL, "FULL_CONTROL") + to(EVES, "READ"))
                        .status())
                .isEqualTo(200);

        assertThat(policy).isEqualTo(KEPT);
        assertThat(acl)
                .contains("<Owner><ID>vendor-id</ID></Owner>", "<ID>vendor-id</ID></Grantee><Permission>FULL_CONTROL<")
                .doesNotContain("|");
        assertThat(statusForEve()).isEqualTo(200);
        assertThat(readAcl(S3TestServer.ALICE))
                .contains("<ID>" + EVES + "</ID></Grantee><Permission>READ</Permission>");

        assertThat(closeAcl().status()).isEqualTo(200);
        assertThat(policy).isNull();
        assertThat(statusForEve()).isEqualTo(404);
        assertThat(readAcl(S3TestServer.ALICE)).doesNotContain("|");
    }

    @Test
    void everyPermissionHasItsActions() throws IOException {
        putAcl(to(EVES, "WRITE") + to(ALICES, "READ_ACP") + to(EVES, "READ_ACP") + to(ALICES, "FULL_CONTROL"));

        assertThat(policy)
                .contains(
                        "\"OSE-acl-WRITE\"",
                        "[\"s3:AbortMultipartUpload\",\"s3:DeleteObject\",\"s3:DeleteObjectVersion\",\"s3:PutObject\"],"
                                + "\"Resource\":[\"arn:aws:s3:::photos\",\"arn:aws:s3:::photos/*\"]",
                        "{\"AWS\":[\"there:tenant:t" + S3TestServer.ALICES + "\",\"" + EVES_THERE
                                + "\"]},\"Action\":[\"s3:GetBucketAcl\"],\"Resource\":[\"arn:aws:s3:::photos\"]",
                        "\"s3:DeleteObjectVersion\",\"s3:GetBucketAcl\",\"s3:ListBucket\"",
                        "\"Resource\":[\"arn:aws:s3:::photos\",\"arn:aws:s3:::photos/*\"]")
                .doesNotContain("PutBucketAcl");
        assertThat(readAcl(S3TestServer.ALICE))
                .contains(
                        "<ID>" + ALICES + "</ID></Grantee><Permission>FULL_CONTROL<",
                        "<ID>" + ALICES + "</ID></Grantee><Permission>READ_ACP<",
                        "<ID>" + EVES + "</ID></Grantee><Permission>READ_ACP<",
                        "<ID>" + EVES + "</ID></Grantee><Permission>WRITE<");
        // The bucket's own tenant needs no grant.
        assertThat(rows("ACL")).containsExactly(new Grantee.OfTenant(S3TestServer.EVES));
        assertThat(grant("write-acp", "id=\"" + EVES + '"').status()).isEqualTo(501);
        assertThat(putAcl(to(EVES, "WRITE_ACP")).status()).isEqualTo(501);
    }

    @Test
    void headersGrantTenantsBesideUsersAndGroups() throws IOException {
        assertThat(grant("read", "id=\"" + EVES + "\", uri=" + EVERYBODY).status())
                .isEqualTo(200);

        assertThat(aclHeaders).isEqualTo("uri=\"" + EVERYBODY + '"');
        assertThat(policy).isEqualTo(KEPT);
        assertThat(rows("ACL"))
                .containsExactlyInAnyOrder(new Grantee.OfTenant(S3TestServer.EVES), new Grantee.Everybody());
    }

    @Test
    void aclsStayOnWhileTheAclGrantsTenantsSomething() throws IOException {
        useControls();
        putAcl(to(S3TestServer.CANONICAL, "FULL_CONTROL") + to(EVES, "READ"));

        WireClient.Answer refused =
                edge.call(S3TestServer.ALICE, "PUT", "/photos?ownershipControls", controls("BucketOwnerEnforced"));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("<Code>InvalidBucketAclWithObjectOwnership</Code>");
        assertThat(ownership).isNull();
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?ownershipControls", controls("ObjectWriter"))
                        .status())
                .isEqualTo(200);
        closeAcl();
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?ownershipControls", controls("BucketOwnerEnforced"))
                        .status())
                .isEqualTo(200);
        assertThat(ownership).contains("BucketOwnerEnforced");
        assertThat(policy).isNull();
    }

    @Test
    void tenantsAreGrantedNothingWhereAclsAreOff() throws IOException {
        useControls();
        ownership = controls("BucketOwnerEnforced");

        WireClient.Answer refused = putAcl(to(S3TestServer.CANONICAL, "FULL_CONTROL") + to(EVES, "READ"));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("<Code>AccessControlListNotSupported</Code>");
        assertThat(policy).isNull();
        assertThat(statusForEve()).isEqualTo(404);
        ownership = controls("ObjectWriter");
        assertThat(putAcl(to(S3TestServer.CANONICAL, "FULL_CONTROL") + to(EVES, "READ"))
                        .status())
                .isEqualTo(200);
        assertThat(policy).isEqualTo(KEPT);
    }

    /** Adds ownership controls to the platform. */
    private void useControls() throws IOException {
        edge.close();
        edge = S3TestServer.withoutQuirks(this::serve, BOTH);
    }

    private static String controls(String ownership) {
        return "<OwnershipControls><Rule><ObjectOwnership>" + ownership
                + "</ObjectOwnership></Rule></OwnershipControls>";
    }

    @Test
    void headersThatGrantTenantsOnlyLeaveNoOtherGrantee() throws IOException {
        assertThat(grant("read", "id=\"" + EVES + '"').status()).isEqualTo(200);

        assertThat(policy).isEqualTo(KEPT);
        assertThat(acl).contains("<Owner><ID>vendor-id</ID></Owner><AccessControlList></AccessControlList>");
        assertThat(asked())
                .containsExactly(
                        "GET /photos?policy HTTP/1.1",
                        "GET /photos?acl HTTP/1.1",
                        "PUT /photos?acl HTTP/1.1",
                        "PUT /photos?policy HTTP/1.1");
    }

    @Test
    void jsonSaysTheSame() throws IOException {
        HeaderField json = new HeaderField("Content-Type", "application/json");
        String grants = "{\"grants\": [{\"grantee\": {\"id\": \"" + EVES + "\"}, \"permission\": \"READ\"}]}";

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", grants, json)
                        .status())
                .isEqualTo(200);

        assertThat(policy).isEqualTo(KEPT);
        acl = ACL_OF_OWNER;
        assertThat(edge.call(
                                S3TestServer.ALICE,
                                "GET",
                                "/photos?acl",
                                "",
                                new HeaderField("Accept", "application/json"))
                        .body())
                .contains("{\"grantee\":{\"id\":\"" + EVES + "\"},\"permission\":\"READ\"}");
    }

    @Test
    void clientsPolicyComesAndGoesBesideTheGrants() throws IOException {
        putAcl(to(EVES, "READ"));
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policy", "").body())
                .contains("NoSuchBucketPolicy");

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", CLIENTS)
                        .status())
                .isEqualTo(204);
        assertThat(policy).isEqualTo(CLIENTS.replace("\"}\n", "\"}," + READ_BY_EVES + "\n"));
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policy", "").body())
                .isEqualTo(CLIENTS);
        assertThat(rows("POLICY")).containsExactly(new Grantee.Everybody());

        closeAcl();
        assertThat(policy).isEqualTo(CLIENTS);
        putAcl(to(EVES, "READ"));
        assertThat(policy).contains("s3:GetObject", READ_BY_EVES);

        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "").status())
                .isEqualTo(204);
        assertThat(policy).isEqualTo(KEPT);
        assertThat(rows("POLICY")).isEmpty();
        assertThat(statusForEve()).isEqualTo(200);
    }

    @Test
    void policyIsDeletedWhereNothingIsKeptInIt() throws IOException {
        policy = CLIENTS;

        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "").status())
                .isEqualTo(204);

        assertThat(policy).isNull();
        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "").status())
                .isEqualTo(204);
    }

    @Test
    void statusIsThatOfTheClientsPolicy() throws IOException {
        policy = KEPT;
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policyStatus", "")
                        .body())
                .contains("<Code>NoSuchBucketPolicy</Code>");

        edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", CLIENTS);
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policyStatus", "")
                        .body())
                .contains("<IsPublic>true");
        policy = null;
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policyStatus", "")
                        .body())
                .contains("<IsPublic>true");
    }

    @Test
    void namesOfOursAreNoneForPolicies() throws IOException {
        String taken = CLIENTS.replace("\"Effect\"", "\"Sid\": \"OSE-a\\u0063l-READ\", \"Effect\"");

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", taken).body())
                .contains("<Code>MalformedPolicy</Code>", "Sid");
        assertThat(edge.platform.requests()).isEmpty();
    }

    /** Only statements of OSE for the ACL are hidden from clients. */
    @ParameterizedTest
    @CsvSource({"OSE-acl-READ, OSE-acl-MORE", "photos, other", "photos, photos-2", "Allow, Deny"})
    void statementThatOnlyLooksLikeOursIsTheClients(String ours, String other) throws IOException {
        policy = KEPT.replace(ours, other);

        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policy", "").body())
                .contains("OSE-acl-", "iam::");
        assertThat(readAcl(S3TestServer.ALICE)).doesNotContain("|");
    }

    @Test
    void ownStatementIsRecognisedInAnyNotation() throws IOException {
        policy = KEPT.replace(",", " ,\n ").replace("[\"" + EVES_THERE + "\"]", "\"" + EVES_THERE + "\"");

        assertThat(readAcl(S3TestServer.ALICE)).contains(EVES);
        closeAcl();
        assertThat(policy).isNull();
    }

    /** A statement as another release may have written it. */
    @ParameterizedTest
    @CsvSource({"s3:ListBucketVersions, s3:ListBucketsAtAll", "photos, photos/*"})
    void statementOfOursIsKnownByItsNameAndWrittenAnew(String ours, String other) throws IOException {
        policy = KEPT.replace(ours, other);

        assertThat(readAcl(S3TestServer.ALICE))
                .contains("<ID>" + EVES + "</ID></Grantee><Permission>READ</Permission>");
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policy", "").body())
                .contains("NoSuchBucketPolicy");
        putAcl(to(EVES, "READ"));
        assertThat(policy).isEqualTo(KEPT);
    }

    @Test
    void grantsTogetherWithThePolicyAreNotTooLong() throws IOException {
        String large = CLIENTS.replace("photos/*", "photos/" + "k".repeat(20_300 - CLIENTS.length()) + "*");
        putAcl(to(EVES, "READ"));

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", large).body())
                .contains("<Code>MalformedPolicy</Code>", "too long");
        assertThat(policy).isEqualTo(KEPT);
        closeAcl();
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", large).status())
                .isEqualTo(204);
        assertThat(putAcl(to(EVES, "READ")).body()).contains("<Code>MalformedACLError</Code>", "too long");
        assertThat(acl).isEqualTo(ACL_OF_OWNER);
        assertThat(edge.buckets.busy).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "|",
                "00000000-0000-0000-0000-000000000009|",
                "arn:aws:iam::00000000-0000-0000-0000-000000000002:root|",
                "0-0-0-0-2|",
                "there:tenant:t00000000-0000-0000-0000-000000000002|",
                "unknown|"
            })
    void grantToNoTenantOfOursChangesNothing(String id) throws IOException {
        assertThat(putAcl(to(id, "READ")).body()).contains("<Code>InvalidArgument</Code>", "Invalid id");
        assertThat(grant("read", "id=\"" + id + '"').body()).contains("<Code>InvalidArgument</Code>", "Invalid id");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void permissionThatIsNoneIsRefused() throws IOException {
        assertThat(putAcl(to(EVES, "LIST")).body()).contains("<Code>MalformedACLError</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void guestIsToldOfItsOwnTenantAlone() throws IOException {
        putAcl(to(EVES, "FULL_CONTROL") + to(ALICES, "READ"));

        assertThat(readAcl(S3TestServer.EVE)).contains("<ID>" + EVES + "</ID>").doesNotContain(ALICES);
    }

    @Test
    void strangerIsToldOfNoTenant() throws IOException {
        putAcl(to(EVES, "FULL_CONTROL"));

        try (WireClient client = edge.connect()) {
            client.send("GET /photos?acl HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\n\r\n");
            assertThat(client.answer().body()).contains("AccessControlPolicy").doesNotContain("|");
        }
    }

    @Test
    void tenantThatIsGoneReadsAsUnknown() throws IOException {
        policy = KEPT.replace(EVES_THERE, "there:gone");

        assertThat(readAcl(S3TestServer.ALICE)).contains("<ID>unknown|</ID></Grantee><Permission>READ<");
        edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", CLIENTS);
        assertThat(policy).contains("there:gone");
    }

    @ParameterizedTest
    @CsvSource({"PUT, /fresh", "PUT, /photos/k", "PUT, /photos/k?acl", "POST, /photos/k?uploads"})
    void newBucketsAndObjectsAreGrantedToNoTenant(String method, String target) throws IOException {
        assertThat(edge.call(
                                S3TestServer.ALICE,
                                method,
                                target,
                                "",
                                new HeaderField("x-amz-grant-read", "id=\"" + EVES + '"'))
                        .status())
                .isEqualTo(501);
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos/k?acl", document(to(EVES, "READ")))
                        .status())
                .isEqualTo(501);
        assertThat(edge.platform.requests()).isEmpty();
    }
}
