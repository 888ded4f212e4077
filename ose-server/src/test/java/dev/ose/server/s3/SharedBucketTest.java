package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.http.WireClient;
import dev.ose.server.runtime.fairness.FairBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Alice shares her bucket with Eve's tenant, on a platform that accepts everything. */
@Timeout(60)
class SharedBucketTest {

    private static final String ALL_OF_EVES = "arn:aws:iam::" + S3TestServer.EVES + ":root";
    private static final String ALICE = "arn:aws:iam::" + S3TestServer.ALICES + ":user/alice";
    private static final String EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers";

    private S3TestServer edge;
    private volatile String status = "200 OK";
    private volatile String lastBody = "";
    private volatile byte[] answer = new byte[0];

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            lastBody = new String(request.body(), StandardCharsets.UTF_8);
            return !status.isEmpty() && request.answer(status, "ETag: \"x\"\r\n", answer);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    @Test
    void strangerFindsTheBucketFromThePolicyOnAndNoLongerThanThat() throws IOException {
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos/k", "").status()).isEqualTo(404);

        assertThat(putPolicy(ALL_OF_EVES).status()).isEqualTo(200);
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos/k", "").status()).isEqualTo(200);

        edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "");
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos/k", "").body()).contains("NoSuchBucket");
    }

    @Test
    void guestAsksWithItsOwnKeyForTheBucketOfTheOtherPlatformTenant() throws IOException {
        putPolicy(ALL_OF_EVES);

        edge.call(S3TestServer.EVE, "GET", "/photos/k", "");

        assertThat(lastRequest()).startsWith("GET /group1:photos/k ").contains("Credential=VENDOREVEKEY/");
    }

    @Test
    void guestIsToldNeitherOwnerNorNumbersOfTheBucketThatItLists() throws IOException {
        putPolicy(ALL_OF_EVES);
        answer = "<ListBucketResult><Name>photos</Name></ListBucketResult>".getBytes(StandardCharsets.UTF_8);

        String listed = edge.call(S3TestServer.EVE, "GET", "/photos", "", new HeaderField("Accept", "application/json"))
                .body();

        assertThat(listed)
                .contains("\"path\":\"" + S3TestServer.ALICES + "/photos\"", "\"region\":")
                .doesNotContain("owner", "objectCount", "usedBytes");
        assertThat(edge.bucketQuestions).isEmpty();
    }

    @Test
    void guestDeletesNoMoreThanItNames() throws IOException {
        putPolicy(ALL_OF_EVES);
        int before = edge.platform.requests().size();

        for (String query : List.of("folder=true&include-descendants=true", "delete-version=true")) {
            WireClient.Answer refused = edge.call(S3TestServer.EVE, "DELETE", "/photos/k?" + query, "");

            assertThat(refused.status()).as(query).isEqualTo(403);
            assertThat(refused.body()).contains("AccessDenied");
        }
        assertThat(edge.platform.requests()).hasSize(before);
    }

    @Test
    void policyNamesPrincipalsAsThePlatformDoesAndComesBackAsItWas() throws IOException {
        String policy = policy("\"" + ALL_OF_EVES + "\", \"" + ALICE + "\", \"*\"");

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", policy)
                        .status())
                .isEqualTo(200);

        String there = lastBody;
        assertThat(there)
                .isEqualTo(policy.replace(ALL_OF_EVES, "there:tenant:t" + S3TestServer.EVES)
                        .replace(ALICE, "there:user:u"));
        assertThat(edge.buckets.grants.values())
                .containsExactly(Set.of(new Grantee.OfTenant(S3TestServer.EVES), new Grantee.Everybody()));
        answer = there.replace("there:user:u", "there:user:u\", \"there:user:gone")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policy", "").body())
                .isEqualTo(policy.replace(ALICE, ALICE + "\", \"unknown"));
    }

    @ParameterizedTest
    @CsvSource({"PUT, /photos?policy", "DELETE, /photos?policy", "PUT, /photos?acl"})
    void secondChangeOfSharingWaitsForTheFirst(String method, String what) throws Exception {
        BucketId photos = new BucketId("photos".hashCode());
        edge.buckets.busy.add(photos);
        try (WireClient client = edge.connect()) {
            client.send(edge.signed(
                    S3TestServer.ALICE,
                    method,
                    what,
                    method.equals("PUT") && what.endsWith("policy") ? policy("\"*\"") : "",
                    what.endsWith("acl")
                            ? new HeaderField[] {new HeaderField("x-amz-acl", "public-read")}
                            : new HeaderField[0]));
            assertThat(edge.buckets.refused.tryAcquire(2, 60, TimeUnit.SECONDS)).isTrue();
            assertThat(edge.platform.requests()).isEmpty();

            edge.buckets.busy.remove(photos);

            assertThat(client.answer().status()).isLessThan(300);
        }
        assertThat(edge.buckets.grants).isNotEmpty();
    }

    @Test
    void changeOfSharingThatWaitedInVainIsRefused() throws IOException {
        edge.buckets.busy.add(new BucketId("photos".hashCode()));

        WireClient.Answer refused = edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body()).contains("<Code>OperationAborted</Code>");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.buckets.grants).isEmpty();
    }

    @Test
    void changeThatWasMadeIsRecordedThoughNoRoomIsLeft() throws IOException {
        FairBudget.Lease all = edge.memory.lease(S3TestServer.ALICES);
        boolean isLeft = true;
        while (isLeft) {
            isLeft = all.take(512);
        }
        // The platform's answer to a change is small and needs no lease.
        answer = " ".repeat(20 * 1024).getBytes(StandardCharsets.UTF_8);

        assertThat(putPolicy(ALL_OF_EVES).status()).isEqualTo(200);

        assertThat(edge.buckets.grants.values()).containsExactly(Set.of(new Grantee.OfTenant(S3TestServer.EVES)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"200 OK", "403 Forbidden", "501 Not Implemented", "503 Slow Down"})
    void nextChangeOfSharingNeedNotWait(String answered) throws IOException {
        status = answered;

        putPolicy(ALL_OF_EVES);

        assertThat(edge.buckets.busy).isEmpty();
    }

    /** A delayed change on the platform must not undo the next one. */
    @ParameterizedTest
    @ValueSource(strings = {"500 Internal Server Error", "502 Bad Gateway", "504 Gateway Timeout", ""})
    void nextChangeOfSharingWaitsAfterAnUnknownOutcome(String answered) throws IOException {
        status = answered;

        assertThat(putPolicy(ALL_OF_EVES).status()).isGreaterThanOrEqualTo(500);

        assertThat(edge.buckets.busy).hasSize(1);
        assertThat(edge.buckets.cancelled.availablePermits()).isZero();
        assertThat(edge.buckets.grants).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arn:aws:iam::00000000-0000-0000-0000-000000000009:root",
                "00000000-0000-0000-0000-000000000009",
                "arn:aws:iam::00000000-0000-0000-0000-000000000001:user/nobody",
                "arn:aws:iam::00000000-0000-0000-0000-000000000001:role/alice",
                "arn:aws:iam::0-0-0-0-1:user/alice",
                "arn:aws:iam::t00000000-0000-0000-0000-000000000001:root",
                "there:user:u",
                "alice"
            })
    void policyForAnUnknownPrincipalNeverReachesThePlatform(String principal) throws IOException {
        WireClient.Answer refused = putPolicy(principal);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("<Code>MalformedPolicy</Code>", "Invalid principal in policy");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.buckets.grants).isEmpty();
    }

    @Test
    void conditionThatThePlatformWouldJudgeByTheNodeIsRefused() throws IOException {
        String policy = policy("\"*\"")
                .replace(
                        "\"Resource\"",
                        "\"Condition\": {\"IpAddress\": {\"aws:SourceIp\": \"10.0.0.0/8\"}}, \"Resource\"");

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", policy)
                        .body())
                .contains("<Code>MalformedPolicy</Code>", "aws:SourceIp");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void refusedPolicySharesNothing() throws IOException {
        status = "403 Forbidden";

        assertThat(putPolicy(ALL_OF_EVES).status()).isEqualTo(403);

        assertThat(edge.buckets.grants).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /photos",
        "PUT, /photos?policy",
        "DELETE, /photos?policy",
        "PUT, /photos?acl",
        "PUT, /photos?versioning",
        "PUT, /photos?cors",
        "PUT, /photos/k?acl",
        "POST, /photos/k?restore"
    })
    void guestChangesNeitherTheBucketNorWhoIsLetIn(String method, String target) throws IOException {
        putPolicy(ALL_OF_EVES);
        int asked = edge.platform.requests().size();

        assertThat(edge.call(S3TestServer.EVE, method, target, "").body()).contains("<Code>AccessDenied</Code>");

        assertThat(edge.platform.requests()).hasSize(asked);
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-acl, public-read, 403",
        "x-amz-acl, public-read-write, 403",
        "x-amz-acl, authenticated-read, 403",
        "x-amz-grant-read, uri=http://acs.amazonaws.com/groups/global/AllUsers, 403",
        "x-amz-acl, bucket-owner-full-control, 200",
        "x-amz-acl, private, 200"
    })
    void guestSharesItsObjectsWithTheOwnerAlone(String header, String value, int status) throws IOException {
        putPolicy(ALL_OF_EVES);

        assertThat(edge.call(S3TestServer.EVE, "PUT", "/photos/k", "x", new HeaderField(header, value))
                        .status())
                .isEqualTo(status);
    }

    @Test
    void copyNamesTheTenantOfItsSourceToThePlatform() throws IOException {
        copy("/loot/copy", "photos/a b");
        assertThat(edge.platform.requests()).isEmpty();
        putPolicy(ALL_OF_EVES);

        copy("/loot/copy", "photos/a b");
        assertThat(lastRequest()).startsWith("PUT /loot/copy ").contains("x-amz-copy-source: group1:photos/a%20b");

        copy("/photos/copy", "/loot/k");
        assertThat(lastRequest()).startsWith("PUT /group1:photos/copy ").contains("x-amz-copy-source: loot/k");
    }

    private void copy(String target, String source) throws IOException {
        edge.call(S3TestServer.EVE, "PUT", target, "", new HeaderField("x-amz-copy-source", source));
    }

    @Test
    void guestsRequestIsOnTheAccountOfTheOwner() throws IOException {
        putPolicy(ALL_OF_EVES);

        edge.call(S3TestServer.EVE, "GET", "/photos/k", "");

        assertThat(edge.metered(2)).anySatisfy(it -> {
            assertThat(it.line().account())
                    .isEqualTo(new MeteredAccount(S3TestServer.ALICES, MeteredAccount.ANONYMOUS, "photos"));
            assertThat(it.metered().requests()).isEqualTo(1);
        });
    }

    @Test
    void listingTellsGuestsNoNames() throws IOException {
        putPolicy(ALL_OF_EVES);
        answer = "<R><Contents><Owner><ID>vendor-id</ID><DisplayName>theirs</DisplayName></Owner></Contents></R>"
                .getBytes(StandardCharsets.UTF_8);

        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos", "").body())
                .contains("<DisplayName>alice</DisplayName>");
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos", "").body())
                .contains("<ID>" + "a".repeat(64) + "</ID>")
                .doesNotContain("alice", "theirs", "vendor-id");
    }

    @Test
    void aclSharesWithWhomItNames() throws IOException {
        String acl = "<AccessControlPolicy><Owner><ID>" + "a".repeat(64) + "</ID></Owner><AccessControlList><Grant>"
                + "<Grantee><URI>" + EVERYBODY + "</URI></Grantee><Permission>READ</Permission></Grant>"
                + "</AccessControlList></AccessControlPolicy>";

        edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", acl);
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos", "").status()).isEqualTo(200);

        edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", "", new HeaderField("x-amz-acl", "private"));
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos", "").status()).isEqualTo(404);

        edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", "", new HeaderField("x-amz-acl", "public-read"));
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos", "").status()).isEqualTo(200);

        edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", "", new HeaderField("x-amz-acl", "authenticated-read"));
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos", "").status()).isEqualTo(404);

        edge.call(
                S3TestServer.ALICE, "PUT", "/photos?acl", "", new HeaderField("x-amz-grant-read", "uri=" + EVERYBODY));
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos", "").status()).isEqualTo(200);
    }

    @Test
    void aclOfAnObjectSharesNoBucket() throws IOException {
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?acl", "", new HeaderField("x-amz-acl", "public-read"));

        assertThat(edge.buckets.grants).isEmpty();
        assertThat(edge.call(S3TestServer.EVE, "GET", "/photos/k", "").status()).isEqualTo(404);
    }

    @Test
    void newBucketIsSharedByTheAclThatItIsMadeWith() throws IOException {
        edge.call(S3TestServer.ALICE, "PUT", "/fresh", "", new HeaderField("x-amz-acl", "public-read-write"));

        assertThat(edge.buckets.grants.values()).containsExactly(Set.of(new Grantee.Everybody()));
    }

    @Test
    void tenantIsNoGranteeOfAnAcl() throws IOException {
        assertThat(edge.call(
                                S3TestServer.ALICE,
                                "PUT",
                                "/photos?acl",
                                "",
                                new HeaderField("x-amz-grant-read", "id=\"" + S3TestServer.EVES + "|\""))
                        .status())
                .isEqualTo(501);
    }

    private WireClient.Answer putPolicy(String principal) throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", policy('"' + principal + '"'));
    }

    private static String policy(String principals) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": [{\"Effect\": \"Allow\", \"Principal\": {\"AWS\": ["
                + principals + "]}, \"Action\": \"s3:*\", \"Resource\": \"arn:aws:s3:::photos/*\"}]}";
    }

    private String lastRequest() {
        return edge.platform.requests().getLast().head();
    }
}
