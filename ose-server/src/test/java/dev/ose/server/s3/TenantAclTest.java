package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.Grantee;
import dev.ose.server.http.WireClient;
import dev.ose.server.upstream.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Alice grants whole tenants something by the ACL of her bucket, on a platform that keeps ACLs and policies. */
@Timeout(60)
class TenantAclTest {

    private static final Set<Capability> BOTH = Set.of(Capability.EXACT_KEYS, Capability.ACL, Capability.POLICY);
    private static final String EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers";
    private static final String EVES = Edge.EVES + "|";
    private static final String ALICES = Edge.ALICES + "|";
    private static final String EVES_THERE = "there:tenant:t" + Edge.EVES;
    private static final String ACL_OF_OWNER =
            "<AccessControlPolicy><Owner><ID>vendor-id</ID></Owner><AccessControlList>"
                    + "<Grant><Grantee><ID>vendor-id</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant>"
                    + "</AccessControlList></AccessControlPolicy>";
    private static final String READ_BY_EVES =
            "{\"Sid\":\"OSE-acl-READ\",\"Effect\":\"Allow\",\"Principal\":{\"AWS\":[\""
                    + EVES_THERE + "\"]},\"Action\":[\"s3:ListBucket\",\"s3:ListBucketMultipartUploads\","
                    + "\"s3:ListBucketVersions\"],\"Resource\":[\"arn:aws:s3:::photos\"]}";
    private static final String KEPT = "{\"Version\":\"2012-10-17\",\"Statement\":[" + READ_BY_EVES + "]}";
    private static final String CLIENTS = """
            {"Version": "2012-10-17",
             "Statement": [
              {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::photos/*"}
             ]}""";

    private Edge edge;
    private volatile @Nullable String policy;
    private volatile String acl = ACL_OF_OWNER;
    private volatile String aclHeaders = "";

    /** What the platform answers to a method and a subresource instead of doing it; nothing at all if empty. */
    private final Map<String, String> trouble = new ConcurrentHashMap<>();

    @BeforeEach
    void start() throws IOException {
        edge = new Edge(this::serve, BOTH);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private boolean serve(ScriptedPlatform.Request request) throws IOException {
        String body = new String(request.body(), StandardCharsets.UTF_8);
        String line = request.line();
        String method = line.substring(0, line.indexOf(' '));
        String what = method
                + (line.contains("?policy ")
                        ? " policy"
                        : line.contains("?policyStatus ") ? " status" : line.contains("?acl ") ? " acl" : "");
        String problem = trouble.get(what);
        if (problem != null) {
            return !problem.isEmpty() && request.answer(problem, "", new byte[0]);
        }
        return switch (what) {
            case "GET policy" -> answer(request, policy);
            case "GET acl" -> answer(request, acl);
            case "GET status" -> answer(request, "<PolicyStatus><IsPublic>true</IsPublic></PolicyStatus>");
            case "PUT policy" -> {
                policy = body;
                yield request.answer("204 No Content", "", new byte[0]);
            }
            case "DELETE policy" -> {
                policy = null;
                yield request.answer("204 No Content", "", new byte[0]);
            }
            case "PUT acl" -> {
                acl = body.isEmpty() ? ACL_OF_OWNER : body;
                aclHeaders = request.header("x-amz-grant-read");
                yield request.answer(new byte[0]);
            }
            default -> request.answer("200 OK", "ETag: \"x\"\r\n", new byte[0]);
        };
    }

    private static boolean answer(ScriptedPlatform.Request request, @Nullable String document) throws IOException {
        return document == null
                ? request.answer(
                        "404 Not Found",
                        "",
                        "<Error><Code>NoSuchBucketPolicy</Code></Error>".getBytes(StandardCharsets.UTF_8))
                : request.answer(document.getBytes(StandardCharsets.UTF_8));
    }

    private WireClient.Answer grant(String header, String value) throws IOException {
        return edge.call(Edge.ALICE, "PUT", "/photos?acl", "", new HeaderField("x-amz-grant-" + header, value));
    }

    private WireClient.Answer putAcl(String grants) throws IOException {
        return edge.call(Edge.ALICE, "PUT", "/photos?acl", document(grants));
    }

    private static String document(String grants) {
        return "<AccessControlPolicy><Owner><ID>" + Edge.CANONICAL + "</ID></Owner><AccessControlList>" + grants
                + "</AccessControlList></AccessControlPolicy>";
    }

    private static String to(String id, String permission) {
        return "<Grant><Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\"><ID>"
                + id + "</ID></Grantee><Permission>" + permission + "</Permission></Grant>";
    }

    private WireClient.Answer closeAcl() throws IOException {
        return edge.call(Edge.ALICE, "PUT", "/photos?acl", "", new HeaderField("x-amz-acl", "private"));
    }

    private String readAcl(String key) throws IOException {
        return edge.call(key, "GET", "/photos?acl", "").body();
    }

    private int statusForEve() throws IOException {
        return edge.call(Edge.EVE, "GET", "/photos", "").status();
    }

    private @Nullable Set<Grantee> rows(String source) {
        return edge.buckets.grants.get(source + " of " + "photos".hashCode());
    }

    private List<String> asked() {
        return edge.platform.requests().stream()
                .map(ScriptedPlatform.Request::line)
                .toList();
    }

    @Test
    void tenantFindsTheBucketUntilItIsPrivate() throws IOException {
        assertThat(statusForEve()).isEqualTo(404);

        assertThat(putAcl(to(Edge.CANONICAL, "FULL_CONTROL") + to(EVES, "READ")).status())
                .isEqualTo(200);

        assertThat(policy).isEqualTo(KEPT);
        assertThat(acl)
                .contains("<Owner><ID>vendor-id</ID></Owner>", "<ID>vendor-id</ID></Grantee><Permission>FULL_CONTROL<")
                .doesNotContain("|");
        assertThat(statusForEve()).isEqualTo(200);
        assertThat(readAcl(Edge.ALICE)).contains("<ID>" + EVES + "</ID></Grantee><Permission>READ</Permission>");

        assertThat(closeAcl().status()).isEqualTo(200);
        assertThat(policy).isNull();
        assertThat(statusForEve()).isEqualTo(404);
        assertThat(readAcl(Edge.ALICE)).doesNotContain("|");
    }

    @Test
    void everyPermissionHasItsActions() throws IOException {
        putAcl(to(EVES, "WRITE") + to(ALICES, "READ_ACP") + to(EVES, "READ_ACP") + to(ALICES, "FULL_CONTROL"));

        assertThat(policy)
                .contains(
                        "\"OSE-acl-WRITE\"",
                        "[\"s3:AbortMultipartUpload\",\"s3:DeleteObject\",\"s3:DeleteObjectVersion\",\"s3:PutObject\"],"
                                + "\"Resource\":[\"arn:aws:s3:::photos/*\"]",
                        "{\"AWS\":[\"there:tenant:t" + Edge.ALICES + "\",\"" + EVES_THERE
                                + "\"]},\"Action\":[\"s3:GetBucketAcl\"],\"Resource\":[\"arn:aws:s3:::photos\"]",
                        "\"s3:DeleteObjectVersion\",\"s3:GetBucketAcl\",\"s3:ListBucket\"",
                        "\"Resource\":[\"arn:aws:s3:::photos\",\"arn:aws:s3:::photos/*\"]")
                .doesNotContain("PutBucketAcl");
        assertThat(readAcl(Edge.ALICE))
                .contains(
                        "<ID>" + ALICES + "</ID></Grantee><Permission>FULL_CONTROL<",
                        "<ID>" + ALICES + "</ID></Grantee><Permission>READ_ACP<",
                        "<ID>" + EVES + "</ID></Grantee><Permission>READ_ACP<",
                        "<ID>" + EVES + "</ID></Grantee><Permission>WRITE<");
        // The bucket's own tenant finds it anyway.
        assertThat(rows("ACL")).containsExactly(new Grantee.OfTenant(Edge.EVES));
        assertThat(grant("write-acp", "id=\"" + EVES + '"').status()).isEqualTo(501);
        assertThat(putAcl(to(EVES, "WRITE_ACP")).status()).isEqualTo(501);
    }

    @Test
    void headersGrantTenantsBesideUsersAndGroups() throws IOException {
        assertThat(grant("read", "id=\"" + EVES + "\", uri=" + EVERYBODY).status())
                .isEqualTo(200);

        assertThat(aclHeaders).isEqualTo("uri=\"" + EVERYBODY + '"');
        assertThat(policy).isEqualTo(KEPT);
        assertThat(rows("ACL")).containsExactlyInAnyOrder(new Grantee.OfTenant(Edge.EVES), new Grantee.Everybody());
    }

    @Test
    void headersThatGrantTenantsAloneLeaveNobodyElse() throws IOException {
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

        assertThat(edge.call(Edge.ALICE, "PUT", "/photos?acl", grants, json).status())
                .isEqualTo(200);

        assertThat(policy).isEqualTo(KEPT);
        acl = ACL_OF_OWNER;
        assertThat(edge.call(Edge.ALICE, "GET", "/photos?acl", "", new HeaderField("Accept", "application/json"))
                        .body())
                .contains("{\"grantee\":{\"id\":\"" + EVES + "\"},\"permission\":\"READ\"}");
    }

    @Test
    void clientsPolicyComesAndGoesBesideTheGrants() throws IOException {
        putAcl(to(EVES, "READ"));
        assertThat(edge.call(Edge.ALICE, "GET", "/photos?policy", "").body()).contains("NoSuchBucketPolicy");

        assertThat(edge.call(Edge.ALICE, "PUT", "/photos?policy", CLIENTS).status())
                .isEqualTo(204);
        assertThat(policy).isEqualTo(CLIENTS.replace("\"}\n", "\"}," + READ_BY_EVES + "\n"));
        assertThat(edge.call(Edge.ALICE, "GET", "/photos?policy", "").body()).isEqualTo(CLIENTS);
        assertThat(rows("POLICY")).containsExactly(new Grantee.Everybody());

        closeAcl();
        assertThat(policy).isEqualTo(CLIENTS);
        putAcl(to(EVES, "READ"));
        assertThat(policy).contains("s3:GetObject", READ_BY_EVES);

        assertThat(edge.call(Edge.ALICE, "DELETE", "/photos?policy", "").status())
                .isEqualTo(204);
        assertThat(policy).isEqualTo(KEPT);
        assertThat(rows("POLICY")).isEmpty();
        assertThat(statusForEve()).isEqualTo(200);
    }

    @Test
    void policyIsDeletedWhereNothingIsKeptInIt() throws IOException {
        policy = CLIENTS;

        assertThat(edge.call(Edge.ALICE, "DELETE", "/photos?policy", "").status())
                .isEqualTo(204);

        assertThat(policy).isNull();
        assertThat(edge.call(Edge.ALICE, "DELETE", "/photos?policy", "").status())
                .isEqualTo(204);
    }

    @Test
    void statusIsThatOfTheClientsPolicy() throws IOException {
        policy = KEPT;
        assertThat(edge.call(Edge.ALICE, "GET", "/photos?policyStatus", "").body())
                .contains("<Code>NoSuchBucketPolicy</Code>");

        edge.call(Edge.ALICE, "PUT", "/photos?policy", CLIENTS);
        assertThat(edge.call(Edge.ALICE, "GET", "/photos?policyStatus", "").body())
                .contains("<IsPublic>true");
        policy = null;
        assertThat(edge.call(Edge.ALICE, "GET", "/photos?policyStatus", "").body())
                .contains("<IsPublic>true");
    }

    @Test
    void namesOfOursAreNoneForPolicies() throws IOException {
        String taken = CLIENTS.replace("\"Effect\"", "\"Sid\": \"OSE-a\\u0063l-READ\", \"Effect\"");

        assertThat(edge.call(Edge.ALICE, "PUT", "/photos?policy", taken).body())
                .contains("<Code>MalformedPolicy</Code>", "Sid");
        assertThat(edge.platform.requests()).isEmpty();
    }

    /** Nothing is hidden of what the ACL does not say. */
    @ParameterizedTest
    @CsvSource({"s3:ListBucketVersions, s3:*", "OSE-acl-READ, OSE-acl-MORE", "photos, other", "Allow, Deny"})
    void statementThatOnlyLooksLikeOursIsTheClients(String ours, String other) throws IOException {
        policy = KEPT.replace(ours, other);

        assertThat(edge.call(Edge.ALICE, "GET", "/photos?policy", "").body()).contains("OSE-acl-", "iam::");
        assertThat(readAcl(Edge.ALICE)).doesNotContain("|");
    }

    @Test
    void statementOfOursIsKnownHoweverSomebodyElseWroteIt() throws IOException {
        policy = KEPT.replace(",", " ,\n ").replace("[\"" + EVES_THERE + "\"]", "\"" + EVES_THERE + "\"");

        assertThat(readAcl(Edge.ALICE)).contains(EVES);
        closeAcl();
        assertThat(policy).isNull();
    }

    @Test
    void grantsTogetherWithThePolicyAreNotTooLong() throws IOException {
        String large = CLIENTS.replace("photos/*", "photos/" + "k".repeat(20_300 - CLIENTS.length()) + "*");
        putAcl(to(EVES, "READ"));

        assertThat(edge.call(Edge.ALICE, "PUT", "/photos?policy", large).body())
                .contains("<Code>MalformedPolicy</Code>", "too long");
        assertThat(policy).isEqualTo(KEPT);
        closeAcl();
        assertThat(edge.call(Edge.ALICE, "PUT", "/photos?policy", large).status())
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

        assertThat(readAcl(Edge.EVE)).contains("<ID>" + EVES + "</ID>").doesNotContain(ALICES);
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

        assertThat(readAcl(Edge.ALICE)).contains("<ID>unknown|</ID></Grantee><Permission>READ<");
        edge.call(Edge.ALICE, "PUT", "/photos?policy", CLIENTS);
        assertThat(policy).contains("there:gone");
    }

    /** Whoever may write an ACL need not be let to read the policy; the owner is. */
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

        assertThat(putAcl(to(EVES, "READ") + to(Edge.CANONICAL, "READ")).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"403 Forbidden", "500 Internal Server Error", ""})
    void policyThatCannotBeReadLeavesAllAsItWas(String problem) throws IOException {
        putAcl(to(EVES, "READ"));
        int asked = edge.platform.requests().size();
        trouble.put("GET policy", problem);

        assertThat(closeAcl().status()).isGreaterThanOrEqualTo(400);
        assertThat(edge.call(Edge.ALICE, "PUT", "/photos?policy", CLIENTS).status())
                .isGreaterThanOrEqualTo(400);
        assertThat(edge.call(Edge.ALICE, "DELETE", "/photos?policy", "").status())
                .isGreaterThanOrEqualTo(400);
        assertThat(edge.call(Edge.ALICE, "GET", "/photos?acl", "").status()).isGreaterThanOrEqualTo(400);

        assertThat(asked().subList(asked, asked().size())).noneMatch(line -> line.startsWith("PUT"));
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

    /** The new grants to users and the old ones to tenants, which both can be seen; repeated, the rest is made. */
    @Test
    void refusedPolicyLeavesHalfUntilItIsDoneAgain() throws IOException {
        putAcl(to(EVES, "READ"));
        trouble.put("DELETE policy", "403 Forbidden");

        assertThat(grant("read", "uri=" + EVERYBODY).status()).isEqualTo(403);

        assertThat(aclHeaders).isNotEmpty();
        assertThat(readAcl(Edge.ALICE)).contains(EVES);
        assertThat(rows("ACL")).containsExactlyInAnyOrder(new Grantee.OfTenant(Edge.EVES), new Grantee.Everybody());
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

    /** What the platform may still do must not undo the next change. */
    @ParameterizedTest
    @CsvSource({"PUT acl, 500 Internal Server Error", "PUT acl, ''", "PUT policy, 504 Gateway Timeout", "PUT policy, ''"
    })
    void nextChangeWaitsWhereNobodyKnowsWhatCameOfTheLast(String what, String problem) throws IOException {
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

    @ParameterizedTest
    @CsvSource({"PUT, /fresh", "PUT, /photos/k", "PUT, /photos/k?acl", "POST, /photos/k?uploads"})
    void newBucketsAndObjectsAreGrantedToNoTenant(String method, String target) throws IOException {
        assertThat(edge.call(Edge.ALICE, method, target, "", new HeaderField("x-amz-grant-read", "id=\"" + EVES + '"'))
                        .status())
                .isEqualTo(501);
        assertThat(edge.call(Edge.ALICE, "PUT", "/photos/k?acl", document(to(EVES, "READ")))
                        .status())
                .isEqualTo(501);
        assertThat(edge.platform.requests()).isEmpty();
    }
}
