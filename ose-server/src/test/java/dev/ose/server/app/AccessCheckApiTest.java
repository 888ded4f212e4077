package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The check of access: its reasons, what it shows, and to whom. */
class AccessCheckApiTest extends OnCheckedBuckets {

    @Test
    void reasonsNameTheStatementsThatDecide() throws Exception {
        String bucket = bucket("reasoned");
        client(ann)
                .ok(
                        "PUT",
                        "/reasoned",
                        "policy",
                        policy(
                                statement("Bob", "Allow", aws(arn(bob, tenant)), "\"s3:GetObject\"", on(bucket, "/*")),
                                statement("NotTheSecret", "Deny", "\"*\"", "\"s3:*\"", on(bucket, "/secret"))));

        JsonNode allowed = check(bucket, bob.id(), "s3:GetObject", "a");
        JsonNode denied = check(bucket, arn(bob, tenant), "s3:GetObject", "secret");

        assertThat(allowed.at("/decision").asString()).isEqualTo("ALLOW");
        assertThat(allowed.at("/reasons/0/code").asString()).isEqualTo("BUCKET_POLICY_ALLOWS");
        assertThat(allowed.at("/reasons/0/statement").toString()).isEqualTo("{\"position\":1,\"sid\":\"Bob\"}");
        assertThat(denied.at("/decision").asString()).isEqualTo("DENY");
        assertThat(denied.at("/reasons/0/statement/sid").asString()).isEqualTo("NotTheSecret");
        assertThat(codes(check(bucket, "anonymous", "s3:GetObject", "a"))).containsExactly("NOT_GRANTED");
        assertThat(codes(check(bucket, carl.id(), "s3:GetObject", "secret"))).containsExactly("IDENTITY_POLICY_DENIES");
    }

    @Test
    void policiesOfUsersAreNamedToThoseWhoMaySeeThem() throws Exception {
        String bucket = bucket("limited");

        JsonNode shown = check(bucket, carl.id(), "s3:PutObject", "a");
        JsonNode denied = check(bucket, carl.id(), "s3:GetObject", "secret");
        JsonNode hidden =
                check(bucket, carl.id(), "s3:GetObject", "secret", null, AdminNode.basic("ann@checked", WORD));

        assertThat(codes(hidden)).doesNotContain("IDENTITY_POLICY_DENIES");
        client(ann)
                .ok(
                        "PUT",
                        "/limited",
                        "policy",
                        policy(statement(
                                "Carl", "Allow", aws(arn(carl, tenant)), "\"s3:GetObject\"", on(bucket, "/*"))));
        hidden = check(bucket, carl.id(), "s3:GetObject", "secret", null, AdminNode.basic("ann@checked", WORD));

        assertThat(codes(shown)).containsExactly("IDENTITY_POLICY_SILENT");
        assertThat(denied.at("/reasons/0/document").asString()).isEqualTo("reader");
        assertThat(denied.at("/reasons/0/statement").toString()).isEqualTo("{\"position\":2,\"sid\":\"NoSecrets\"}");
        assertThat(hidden.at("/reasons/0/code").asString()).isEqualTo("IDENTITY_POLICY_DENIES");
        assertThat(hidden.at("/reasons/0").has("document")).isFalse();
        assertThat(hidden.at("/reasons/0").has("statement")).isFalse();
    }

    private void disable(String home, Sender sender) throws Exception {
        assertThat(node.send("POST", home + "/users/" + sender.id() + "/disable", "", node.admin())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void stoppedUserIsDenied() throws Exception {
        String bucket = bucket("stopped");
        Sender dan = sender(tenant, "dan");
        disable(tenant, dan);

        JsonNode answer = check(bucket, dan.id(), "s3:GetObject", "a");

        assertThat(answer.at("/decision").asString()).isEqualTo("DENY");
        assertThat(codes(answer)).containsExactly("USER_STOPPED");
    }

    @Test
    void lockedVersionIsNotDeleted() throws Exception {
        client(ann).ok("PUT", "/locked", "", "", "x-amz-bucket-object-lock-enabled: true");
        client(ann)
                .ok(
                        "PUT",
                        "/locked",
                        "object-lock",
                        "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule>"
                                + "<DefaultRetention><Mode>GOVERNANCE</Mode><Days>3</Days></DefaultRetention></Rule>"
                                + "</ObjectLockConfiguration>");
        WireClient.Answer put = client(ann).send("PUT", "/locked/a", "", "x", "Content-MD5: ndTkYSaMgDT1yFZOFVxnpg==");
        String version = put.headers().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("x-amz-version-id"))
                .findFirst()
                .orElseThrow()
                .getValue();

        JsonNode answer =
                check("locked", ann.id(), "s3:DeleteObjectVersion", "a", Map.of("versionId", version), node.admin());

        assertThat(answer.at("/decision").asString()).isEqualTo("DENY");
        assertThat(codes(answer)).containsExactly("BUCKET_OWNER", "OBJECT_LOCKED");
        assertThat(client(ann)
                        .send("DELETE", "/locked/a", "versionId=" + version, "")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void missingObjectIsHiddenFromThoseWhoMayNotList() throws Exception {
        String bucket = bucket("empty");
        client(ann)
                .ok(
                        "PUT",
                        "/empty",
                        "policy",
                        policy(statement("Get", "Allow", "\"*\"", "\"s3:GetObject\"", on(bucket, "/*"))));

        JsonNode anonymous = check(bucket, "anonymous", "s3:GetObject", "none");
        JsonNode owner = check(bucket, ann.id(), "s3:GetObject", "none");

        assertThat(anonymous.at("/decision").asString()).isEqualTo("DENY");
        assertThat(codes(anonymous)).containsExactly("BUCKET_POLICY_ALLOWS", "OBJECT_MISSING", "NOT_GRANTED");
        assertThat(owner.at("/decision").asString()).isEqualTo("ALLOW");
    }

    /** Whether another tenant's user exists, and in what state, is not learnt. */
    @Test
    void usersOfOtherTenantsLookAlikeWhetherTheyExistOrNot() throws Exception {
        String bucket = bucket("secluded");
        Sender fay = sender(others, "fay");
        String missing = "arn:aws:iam::" + id(others) + ":user/missing";
        List<String> policies = List.of(
                policy(statement("Own", "Allow", aws(arn(bob, tenant)), "\"s3:*\"", "\"*\"")),
                policy(statement(
                        "Theirs", "Allow", aws("arn:aws:iam::" + id(others) + ":root"), "\"s3:GetObject\"", "\"*\"")),
                policy(statement("Public", "Allow", "\"*\"", "\"s3:GetObject\"", "\"*\"")));
        for (String policy : policies) {
            client(ann).ok("PUT", "/secluded", "policy", policy);

            assertThat(check(bucket, arn(fay, others), "s3:GetObject", "a"))
                    .as(policy)
                    .isEqualTo(check(bucket, missing, "s3:GetObject", "a"));
        }
        disable(others, fay);
        JsonNode stopped = check(bucket, arn(fay, others), "s3:GetObject", "a");
        assertThat(stopped).isEqualTo(check(bucket, missing, "s3:GetObject", "a"));
        assertThat(stopped.at("/decision").asString()).isEqualTo("UNKNOWN");
        HttpResponse<String> byId = ask(bucket, fay.id(), "s3:GetObject", "a", null, node.admin());
        assertThat(byId.statusCode()).isEqualTo(404);
    }

    /** A plain user lists no users; only those whom its bucket names it may know. */
    @Test
    void colleaguesLookAlikeToPlainUsersWhetherTheyExistOrNot() throws Exception {
        String bucket = bucket("colleagues");
        String anns = AdminNode.basic("ann@checked", WORD);
        Sender gus = sender(tenant, "gus");
        String missing = "arn:aws:iam::" + id(tenant) + ":user/missing";
        String noId = "00000000-0000-4000-8000-000000000000";
        disable(tenant, gus);
        List<String> policies = List.of(
                policy(statement("Bob", "Allow", aws(arn(bob, tenant)), "\"s3:*\"", on(bucket, "/*"))),
                policy(statement(
                        "Ours",
                        "Allow",
                        aws("arn:aws:iam::" + id(tenant) + ":root"),
                        "\"s3:GetObject\"",
                        on(bucket, "/*"))));
        for (String policy : policies) {
            client(ann).ok("PUT", "/colleagues", "policy", policy);
            JsonNode there = check(bucket, arn(gus, tenant), "s3:GetObject", "a", null, anns);

            assertThat(check(bucket, missing, "s3:GetObject", "a", null, anns)).isEqualTo(there);
            assertThat(check(bucket, gus.id(), "s3:GetObject", "a", null, anns)).isEqualTo(there);
            assertThat(check(bucket, noId, "s3:GetObject", "a", null, anns)).isEqualTo(there);
            assertThat(there.at("/decision").asString()).isEqualTo(policy.contains("root") ? "UNKNOWN" : "DENY");
        }
        assertThat(codes(check(bucket, missing, "s3:GetObject", "a", null, anns)))
                .endsWith("USER_DECIDES");
        assertThat(codes(check(bucket, arn(gus, tenant), "s3:GetObject", "a"))).containsExactly("USER_STOPPED");
        assertThat(ask(bucket, missing, "s3:GetObject", "a", null, node.admin()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void membersCheckTheirOwnBucketsAlone() throws Exception {
        bucket("anns");
        String bobs = AdminNode.basic("bob@checked", WORD);

        assertThat(ask("anns", bob.id(), "s3:GetObject", "a", null, bobs).statusCode())
                .isEqualTo(404);
        assertThat(ask("anns", bob.id(), "s3:GetObject", "a", null, AdminNode.basic("ann@checked", WORD))
                        .statusCode())
                .isEqualTo(200);
        assertThat(ask("anns", bob.id(), "s3:GetObject", "a", null, AdminNode.basic("eve@other", WORD))
                        .statusCode())
                .isEqualTo(404);
    }

    /** Its requests are refused whatever the bucket admits. */
    @Test
    void usersOfADisabledTenantAreDenied() throws Exception {
        String halted = tenant("halted");
        Sender una = sender(halted, "una");
        String all = "arn:aws:iam::" + id(halted) + ":root";
        client(una).ok("PUT", "/halted-one", "", "");
        client(una)
                .ok(
                        "PUT",
                        "/halted-one",
                        "policy",
                        policy(statement("All", "Allow", aws(all), "\"s3:ListBucket\"", on("halted-one", ""))));
        String path = halted + "/buckets/halted-one/access-check";
        String question = "{\"principal\":\"" + all + "\",\"action\":\"s3:ListBucket\"}";
        assertThat(AdminNode.json(node.post(path, question)).at("/decision").asString())
                .isEqualTo("ALLOW");

        node.post(halted + "/disable", "");

        JsonNode answer = AdminNode.json(node.post(path, question));
        assertThat(answer.at("/decision").asString()).isEqualTo("DENY");
        assertThat(codes(answer)).containsExactly("TENANT_STOPPED");
    }

    @Test
    void attachedPoliciesLimitWhatAnswersShow() throws Exception {
        bucket("limited");
        String ada = node.created(tenant + "/users", "{\"name\":\"ada\",\"role\":\"TENANT_ADMIN\"}")
                .get("id")
                .asString();
        String path = tenant + "/users/" + ada;
        node.send("PUT", path + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        String limit = "{\"document\":{\"Version\":\"2012-10-17\",\"Statement\":{\"Effect\":\"Allow\","
                + "\"Action\":[\"s3:GetBucketPolicy\"%s],\"Resource\":\"*\"}}}";
        String login = AdminNode.basic("ada@checked", WORD);
        node.send("PUT", path + "/policies/limit", limit.formatted(""), node.admin());

        JsonNode answer = check("limited", carl.id(), "s3:ListBucket", null, null, login);

        assertThat(codes(answer)).contains("IDENTITY_POLICY_ALLOWS");
        assertThat(answer.toString()).doesNotContain("reader").doesNotContain("Reads");
        assertThat(ask("limited", carl.id(), "s3:GetObject", "a", null, login).statusCode())
                .isEqualTo(403);
        assertThat(node.send("GET", tenant + "/buckets/limited/access", "", login)
                        .statusCode())
                .isEqualTo(403);

        node.send(
                "PUT",
                path + "/policies/limit",
                limit.formatted(",\"s3:GetBucketAcl\",\"s3:ListBucket\",\"iam:GetUserPolicy\""),
                node.admin());
        assertThat(check("limited", carl.id(), "s3:ListBucket", null, null, login)
                        .toString())
                .contains("Reads");
        summary("limited", "?key=a", login);
    }

    @Test
    void questionsThatMeanNothingAreRefused() throws Exception {
        bucket("asked");

        assertThat(ask("asked", ann.id(), "s3:FlyAway", null, null, node.admin())
                        .statusCode())
                .isEqualTo(400);
        assertThat(ask("asked", ann.id(), "s3:GetObject", null, null, node.admin())
                        .body())
                .contains("key");
        assertThat(ask("asked", ann.id(), "s3:ListBucket", "a", null, node.admin())
                        .statusCode())
                .isEqualTo(400);
        assertThat(ask("asked", ann.id(), "s3:GetObjectVersion", "a", null, node.admin())
                        .body())
                .contains("versionId");
        assertThat(ask("asked", ann.id(), "s3:GetObject", "a", from("nowhere"), node.admin())
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void auditLogHasPrincipalActionAndKeyOfEachCheck() throws Exception {
        bucket("logged");
        String bobs = AdminNode.basic("bob@checked", WORD);
        String forged = "anonymous s3:PutObject other\u2003key";

        JsonNode onObject = entryOf(ask("logged", "anonymous", "s3:GetObject", "pub/two words", null, node.admin()));
        JsonNode onBucket = entryOf(ask("logged", bob.id(), "s3:ListBucket", null, null, node.admin()));
        JsonNode ofForged = entryOf(ask("logged", forged, "s3:GetObject", "a", null, node.admin()));
        JsonNode ofLong = entryOf(ask("logged", "x".repeat(300), "s3:GetObject", "a", null, node.admin()));
        JsonNode ofOther = entryOf(ask("logged", "anonymous", "s3:GetObject", "a", null, bobs));
        JsonNode summary = entryOf(node.send(
                "GET", tenant + "/buckets/logged/access?key=pub/a", "", AdminNode.basic("ann@checked", WORD)));

        assertThat(onObject.get("operation").asString()).isEqualTo("CheckAccess");
        assertThat(onObject.get("bucket").asString()).isEqualTo("logged");
        assertThat(onObject.get("subject").asString()).isEqualTo("anonymous s3:GetObject pub/two words");
        assertThat(onBucket.get("subject").asString()).isEqualTo(bob.id() + " s3:ListBucket");
        assertThat(ofForged.get("status").asInt()).isGreaterThanOrEqualTo(400);
        assertThat(ofForged.get("subject").asString())
                .isEqualTo("anonymous\uFFFDs3:PutObject\uFFFDother\uFFFDkey s3:GetObject a");
        assertThat(ofLong.get("subject").asString()).endsWith("x s3:GetObject a");
        assertThat(ofOther.has("subject")).isFalse();
        assertThat(summary.get("operation").asString()).isEqualTo("ShowAccess");
        assertThat(summary.get("subject").asString()).isEqualTo("pub/a");
    }

    private JsonNode entryOf(HttpResponse<String> answer) throws Exception {
        String id = answer.headers().firstValue("X-OSE-Request-Id").orElseThrow();
        JsonNode found = AdminNode.json(
                node.send("GET", "/api/v1/admin/audit?filter=operation!=SignIn;requestId==" + id, "", node.admin()));
        assertThat(found.get("items")).as(answer.body()).hasSize(1);
        return found.get("items").get(0);
    }

    @Test
    void keyOfARefusedCheckIsInTheAuditLog() throws Exception {
        Sender dee = sender(tenant, "dee");
        client(dee).ok("PUT", "/of-dee", "", "");
        String policy = "{\"document\":{\"Version\":\"2012-10-17\",\"Statement\":{\"Effect\":\"Allow\","
                + "\"Action\":\"s3:GetBucketPolicy\",\"Resource\":\"*\"}}}";
        node.send("PUT", tenant + "/users/" + dee.id() + "/policies/limit", policy, node.admin());

        HttpResponse<String> refused =
                ask("of-dee", "anonymous", "s3:GetObject", "a", null, AdminNode.basic("dee@checked", WORD));

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(entryOf(refused).get("subject").asString()).isEqualTo("anonymous s3:GetObject a");
    }

    private static String decision(JsonNode summary, String kind, String principal, String action) {
        return summary.get("principals")
                .valueStream()
                .filter(it -> it.get("kind").asString().equals(kind)
                        && (principal.isEmpty()
                                || it.get("principal").asString().equals(principal)))
                .flatMap(it -> it.get("access").valueStream())
                .filter(it -> it.get("action").asString().equals(action))
                .map(it -> it.get("decision").asString())
                .findFirst()
                .orElse("none");
    }

    private JsonNode summary(String bucket, String query, String login) throws Exception {
        HttpResponse<String> answer = node.send("GET", tenant + "/buckets/" + bucket + "/access" + query, "", login);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    @Test
    void summaryShowsWhoMayReadAndWrite() throws Exception {
        String bucket = bucket("summed");
        client(ann)
                .ok(
                        "PUT",
                        "/summed",
                        "policy",
                        policy(
                                statement("Public", "Allow", "\"*\"", "\"s3:GetObject\"", on(bucket, "/pub/*")),
                                statement("Bob", "Allow", aws(arn(bob, tenant)), "\"s3:PutObject\"", on(bucket, "/*")),
                                statement("Eve", "Allow", aws(arn(eve, others)), "\"s3:ListBucket\"", on(bucket, ""))));

        JsonNode whole = summary(bucket, "", node.admin());
        JsonNode object = summary(bucket, "?key=pub/a", AdminNode.basic("ann@checked", WORD));

        assertThat(whole.get("isComplete").asBoolean()).isTrue();
        assertThat(decision(whole, "OWNER", ann.id(), "s3:ListBucket")).isEqualTo("ALLOW");
        assertThat(decision(whole, "PUBLIC", "anonymous", "s3:ListBucket")).isEqualTo("DENY");
        assertThat(decision(whole, "TENANT", "", "s3:ListBucket")).isEqualTo("DENY");
        assertThat(decision(whole, "NAMED", arn(eve, others), "s3:ListBucket")).isEqualTo("UNKNOWN");
        assertThat(decision(object, "PUBLIC", "anonymous", "s3:GetObject")).isEqualTo("ALLOW");
        assertThat(decision(object, "PUBLIC", "anonymous", "s3:PutObject")).isEqualTo("DENY");
        assertThat(decision(object, "NAMED", arn(bob, tenant), "s3:PutObject")).isEqualTo("ALLOW");
        assertThat(decision(object, "NAMED", arn(bob, tenant), "s3:DeleteObject"))
                .isEqualTo("DENY");
    }

    @Test
    void summaryNamesGranteesOfTheAcl() throws Exception {
        String bucket = bucket("acl-summed", "x-amz-object-ownership: ObjectWriter");
        String canonical = AdminNode.json(node.send("GET", tenant + "/users/" + bob.id(), "", node.admin()))
                .get("canonicalId")
                .asString();
        client(ann).ok("PUT", "/acl-summed", "acl", "", "x-amz-grant-read: id=" + canonical);

        JsonNode summary = summary(bucket, "", node.admin());

        assertThat(decision(summary, "NAMED", canonical, "s3:ListBucket")).isEqualTo("ALLOW");
        assertThat(decision(summary, "NAMED", canonical, "s3:PutBucketPolicy")).isEqualTo("DENY");
    }
}
