package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.sharing.Grantee;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Grants to whole tenants, which are partly stored in the platform's policy, if requests to the platform fail. */
@Timeout(60)
class TenantAclFailureTest extends TenantAclFixture {

    /** A caller that may write the ACL need not have permission to read the policy; the owner has. */
    @Test
    void policyIsReadByTheOwnersKeyAndWrittenByTheCallers() throws IOException {
        putAcl(to(EVES, "READ"));

        assertThat(edge.platform.requests())
                .extracting(it -> it.line() + ' ' + it.head().contains("Credential=OWNERKEY/"))
                .containsExactly(
                        "GET /photos?policy HTTP/1.1 true",
                        "PUT /photos?acl HTTP/1.1 false",
                        "PUT /photos?policy HTTP/1.1 false");
    }

    @Test
    void sameGrantsAreNotWrittenAgain() throws IOException {
        putAcl(to(EVES, "READ"));
        trouble.put("PUT policy", "500 Internal Server Error");

        assertThat(putAcl(to(EVES, "READ") + to(S3TestServer.CANONICAL, "READ")).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"404 Not Found", "400 Bad Request", "500 Internal Server Error", ""})
    void policyThatCannotBeReadLeavesAllAsItWas(String problem) throws IOException {
        putAcl(to(EVES, "READ"));
        int asked = edge.platform.requests().size();
        trouble.put("GET policy", problem);

        assertThat(closeAcl().status()).isGreaterThanOrEqualTo(400);
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", CLIENTS)
                        .status())
                .isGreaterThanOrEqualTo(400);
        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "").status())
                .isGreaterThanOrEqualTo(400);
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?acl", "").status())
                .isGreaterThanOrEqualTo(400);

        assertThat(asked().subList(asked, asked().size())).allMatch(line -> line.startsWith("GET"));
        assertThat(edge.buckets.busy).isEmpty();
        trouble.clear();
        assertThat(statusForEve()).isEqualTo(200);
    }

    @Test
    void refusedAclLeavesTheGrants() throws IOException {
        putAcl(to(EVES, "READ"));
        trouble.put("PUT acl", "403 Forbidden");

        assertThat(closeAcl().status()).isEqualTo(403);

        assertThat(policy).isEqualTo(KEPT);
        assertThat(edge.buckets.busy).isEmpty();
        assertThat(statusForEve()).isEqualTo(200);
    }

    /** The new grants to users and the old ones to tenants are in effect; repeating the request completes it. */
    @Test
    void refusedPolicyLeavesHalfUntilItIsDoneAgain() throws IOException {
        putAcl(to(EVES, "READ"));
        trouble.put("DELETE policy", "403 Forbidden");

        assertThat(grant("read", "uri=" + EVERYBODY).status()).isEqualTo(403);

        assertThat(aclHeaders).isNotEmpty();
        assertThat(readAcl(S3TestServer.ALICE)).contains(EVES);
        assertThat(rows("ACL"))
                .containsExactlyInAnyOrder(new Grantee.OfTenant(S3TestServer.EVES), new Grantee.Everybody());
        assertThat(edge.buckets.busy).isEmpty();

        trouble.clear();
        assertThat(closeAcl().status()).isEqualTo(200);
        assertThat(rows("ACL")).isEmpty();
        assertThat(policy).isNull();
    }

    @Test
    void tenantWhoseGrantWasRefusedDoesNotFindTheBucket() throws IOException {
        trouble.put("PUT policy", "403 Forbidden");

        assertThat(putAcl(to(EVES, "READ")).status()).isEqualTo(403);

        assertThat(rows("ACL")).isEmpty();
        assertThat(statusForEve()).isEqualTo(404);
    }

    /** A delayed change on the platform must not undo the next one. */
    @ParameterizedTest
    @CsvSource({"PUT acl, 500 Internal Server Error", "PUT acl, ''", "PUT policy, 504 Gateway Timeout", "PUT policy, ''"
    })
    void nextChangeWaitsAfterAnUnknownOutcome(String what, String problem) throws IOException {
        trouble.put(what, problem);

        assertThat(putAcl(to(EVES, "READ")).status()).isGreaterThanOrEqualTo(500);

        assertThat(edge.buckets.busy).containsExactly(new BucketId("photos".hashCode()));
        assertThat(edge.buckets.grants).isEmpty();
        edge.buckets.busy.clear();
        trouble.clear();
        assertThat(putAcl(to(EVES, "READ")).status()).isEqualTo(200);
        assertThat(policy).isEqualTo(KEPT);
        assertThat(statusForEve()).isEqualTo(200);
    }

    /** A page of an intermediary, with status 200. */
    @Test
    void whatIsNoPolicyIsNotTakenForOne() throws IOException {
        policy = "<ListBucketResult/>";

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", CLIENTS)
                        .status())
                .isGreaterThanOrEqualTo(500);
        assertThat(closeAcl().status()).isGreaterThanOrEqualTo(500);

        assertThat(policy).isEqualTo("<ListBucketResult/>");
        assertThat(edge.buckets.busy).isEmpty();
        policy = "\n " + KEPT;
        assertThat(readAcl(S3TestServer.ALICE)).contains(EVES);
    }

    /** A policy may even deny the owner to read it, and then could never be revoked. */
    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE"})
    void unreadablePolicyIsReplacedCompletely(String method) throws IOException {
        putAcl(to(EVES, "READ") + to(S3TestServer.CANONICAL, "FULL_CONTROL"));
        trouble.put("GET policy", "403 Forbidden");

        assertThat(readAcl(S3TestServer.ALICE)).contains("FULL_CONTROL").doesNotContain("|");
        assertThat(edge.call(S3TestServer.ALICE, method, "/photos?policy", method.equals("PUT") ? CLIENTS : "")
                        .status())
                .isEqualTo(204);

        assertThat(policy).isEqualTo(method.equals("PUT") ? CLIENTS : null);
        assertThat(rows("ACL")).isEmpty();
        assertThat(edge.buckets.busy).isEmpty();
    }

    @Test
    void replacedPolicyLeavesWhomTheAclItselfNames() throws IOException {
        grant("read", "id=\"" + EVES + "\", uri=" + EVERYBODY);
        trouble.put("GET policy", "403 Forbidden");

        edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", CLIENTS);

        assertThat(rows("ACL")).containsExactly(new Grantee.Everybody());
        assertThat(rows("POLICY")).containsExactly(new Grantee.Everybody());
    }

    @Test
    void aclWithoutTenantsIsWrittenBesideAnUnreadablePolicy() throws IOException {
        policy = CLIENTS;
        trouble.put("GET policy", "403 Forbidden");

        assertThat(grant("read", "uri=" + EVERYBODY).status()).isEqualTo(200);
        assertThat(rows("ACL")).containsExactly(new Grantee.Everybody());
        assertThat(putAcl(to(EVES, "READ")).body()).contains("<Code>AccessDenied</Code>");
        assertThat(grant("read", "id=\"" + EVES + '"').body()).contains("<Code>AccessDenied</Code>");

        assertThat(aclHeaders).contains(EVERYBODY);
        assertThat(rows("ACL")).containsExactly(new Grantee.Everybody());
        assertThat(policy).isEqualTo(CLIENTS);
        assertThat(edge.buckets.busy).isEmpty();
    }

    /** It cannot be removed from an unreadable policy, and would stay granted. */
    @Test
    void grantToATenantIsNotTakenBackUnseen() throws IOException {
        putAcl(to(EVES, "READ"));
        trouble.put("GET policy", "403 Forbidden");

        assertThat(closeAcl().body()).contains("<Code>AccessDenied</Code>");

        assertThat(rows("ACL")).containsExactly(new Grantee.OfTenant(S3TestServer.EVES));
        assertThat(edge.buckets.busy).isEmpty();
        edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "");
        assertThat(closeAcl().status()).isEqualTo(200);
    }

    /** The policy that was read may be outdated, and would overwrite the other change. */
    @ParameterizedTest
    @CsvSource({"GET policy, PUT", "PUT acl, PUT policy"})
    void nothingIsWrittenOnceTheTurnIsOver(String asked, String notAsked) throws IOException {
        meanwhile.put(asked, edge.buckets.busy::clear);

        assertThat(putAcl(to(EVES, "READ")).body()).contains("<Code>OperationAborted</Code>");

        assertThat(asked()).last().asString().startsWith(asked.replace(" ", " /photos?"));
        assertThat(asked()).noneMatch(line -> line.startsWith(notAsked.replace(" ", " /photos?")));
        assertThat(edge.buckets.grants).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE"})
    void policyIsNotWrittenOnceTheTurnIsOver(String method) throws IOException {
        policy = CLIENTS;
        meanwhile.put("GET policy", edge.buckets.busy::clear);

        assertThat(edge.call(S3TestServer.ALICE, method, "/photos?policy", method.equals("PUT") ? CLIENTS : "")
                        .body())
                .contains("<Code>OperationAborted</Code>");

        assertThat(asked()).containsExactly("GET /photos?policy HTTP/1.1");
    }
}
