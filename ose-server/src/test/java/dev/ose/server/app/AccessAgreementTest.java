package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.operation.S3Method;
import dev.ose.s3.permission.CheckedAction;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.http.WireClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The check of access, compared with what happens to requests. */
class AccessAgreementTest extends OnCheckedBuckets {

    private static final int RANDOM_POLICIES = 3;

    /** Without those that would change the bucket under test for what follows. */
    private static final List<CheckedAction> ACTIONS = Stream.concat(
                    CheckedAction.all().stream()
                            .filter(it -> it.method() == S3Method.GET && !it.isOfVersion())
                            .map(CheckedAction::name)
                            .distinct(),
                    Stream.of("s3:PutObject", "s3:DeleteObject", "s3:PutObjectTagging", "s3:PutObjectAcl"))
            .map(name -> CheckedAction.find(name).orElseThrow())
            .toList();

    /** What happens to the request itself. */
    private WireClient.Answer answer(Sender sender, String bucket, CheckedAction action, @Nullable String key)
            throws Exception {
        String path = '/' + bucket + (key == null ? "" : '/' + key);
        String[] headers = action.headers().entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue())
                .toArray(String[]::new);
        S3User client = sender.client();
        if (client != null) {
            return client.send(action.method().name(), path, action.query(), body(action), headers);
        }
        try (WireClient unsigned = new WireClient(node.bean(S3Listeners.class).port())) {
            String query = action.query().isEmpty() ? "" : '?' + action.query();
            return unsigned.send(action.method() + " " + path + query + " HTTP/1.1\r\nHost: localhost\r\n"
                            + Stream.of(headers).map(it -> it + "\r\n").collect(Collectors.joining())
                            + "Content-Length: " + body(action).length() + "\r\n\r\n" + body(action))
                    .answer();
        }
    }

    /** The platform reads tags before it looks at the object whose owner and ACL decide. */
    private static String body(CheckedAction action) {
        return action.name().equals("s3:PutObjectTagging") ? "<Tagging><TagSet/></Tagging>" : "";
    }

    /** Compares each action of each principal; returns the differences. */
    private List<String> differences(String bucket, List<Sender> senders, List<String> keys) throws Exception {
        List<String> differences = new ArrayList<>();
        for (Sender sender : senders) {
            for (CheckedAction action : ACTIONS) {
                for (@Nullable String key : action.isOnObject() ? keys : List.of("")) {
                    compare(bucket, sender, action, action.isOnObject() ? key : null)
                            .forEach(differences::add);
                }
            }
        }
        return differences;
    }

    private Stream<String> compare(String bucket, Sender sender, CheckedAction action, @Nullable String key)
            throws Exception {
        boolean isOther = sender.name().equals("eve");
        JsonNode checked = check(bucket, isOther ? arn(sender, others) : sender.id(), action.name(), key);
        WireClient.Answer answer = answer(sender, bucket, action, key);
        if (key != null && action.method() == S3Method.DELETE && answer.status() < 300) {
            restore(bucket, key);
        }
        return AccessOutcome.of(answer).isExplainedBy(checked.get("decision").asString(), codes(checked))
                ? Stream.of()
                : Stream.of(sender.name() + ' ' + action.name() + ' ' + key + " is answered " + answer.status() + ' '
                        + answer.body() + ", and checked " + checked);
    }

    /** Stores an object again, whatever the policy denies. */
    private void restore(String bucket, String key) throws Exception {
        WireClient.Answer policy = client(ann).send("GET", '/' + bucket, "policy", "");
        client(ann).ok("DELETE", '/' + bucket, "policy", "");
        if (!key.equals("bobs")
                || client(bob).send("PUT", '/' + bucket + '/' + key, "", "x").status() >= 300) {
            client(ann).ok("PUT", '/' + bucket + '/' + key, "", "x");
        }
        if (policy.status() == 200) {
            client(ann).ok("PUT", '/' + bucket, "policy", policy.body());
        }
    }

    private List<Sender> everyone() {
        return List.of(ann, bob, carl, eve, Sender.NONE);
    }

    @Test
    void checkAgreesWithRequestsUnderRandomPolicies() throws Exception {
        Random random = new Random(20261128);
        String bucket = bucket("random");
        List<String> whom = List.of(
                "\"*\"",
                aws(arn(ann, tenant)),
                aws(arn(bob, tenant)),
                aws(arn(carl, tenant)),
                aws(arn(eve, others)),
                aws("arn:aws:iam::" + tenantId + ":root"),
                aws("arn:aws:iam::" + id(others) + ":root"));
        List<String> actions = List.of(
                "\"s3:GetObject\"",
                "\"s3:*\"",
                "[\"s3:Get*\",\"s3:List*\"]",
                "\"s3:PutObject\"",
                "\"s3:DeleteObject\"",
                "\"s3:ListBucket\"",
                "\"s3:*Object*\"");
        List<String> resources =
                List.of("\"*\"", on(bucket, "/*"), on(bucket, "/pub/*"), on(bucket, ""), on(bucket, "*"));
        for (int i = 0; i < RANDOM_POLICIES; i++) {
            List<String> statements = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            for (int j = 0; j < count; j++) {
                statements.add(statement(
                        "S" + j,
                        random.nextInt(3) == 0 ? "Deny" : "Allow",
                        any(whom, random),
                        any(actions, random),
                        any(resources, random)));
            }
            String policy = policy(statements.toArray(String[]::new));
            client(ann).ok("PUT", '/' + bucket, "policy", policy);

            assertThat(differences(bucket, everyone(), List.of("a", "pub/a")))
                    .as(policy)
                    .isEmpty();
        }
    }

    @Test
    void checkAgreesWithRequestsUnderAcls() throws Exception {
        String bucket = bucket("granted", "x-amz-object-ownership: ObjectWriter");
        client(ann).ok("PUT", "/granted/pub/a", "acl", "", "x-amz-acl: public-read");
        client(ann).ok("PUT", "/granted", "acl", "", "x-amz-acl: public-read-write");
        client(bob).ok("PUT", "/granted/bobs", "", "x");
        List<String> keys = List.of("a", "pub/a", "bobs");

        assertThat(differences(bucket, everyone(), keys)).isEmpty();

        client(ann).ok("PUT", "/granted", "acl", "", "x-amz-acl: authenticated-read");
        assertThat(differences(bucket, everyone(), keys)).isEmpty();

        client(ann)
                .ok(
                        "PUT",
                        "/granted",
                        "publicAccessBlock",
                        "<PublicAccessBlockConfiguration><IgnorePublicAcls>true</IgnorePublicAcls>"
                                + "<RestrictPublicBuckets>true</RestrictPublicBuckets>"
                                + "</PublicAccessBlockConfiguration>");
        assertThat(differences(bucket, everyone(), keys)).isEmpty();

        client(ann).ok("PUT", "/granted", "policy", policy(statement("All", "Allow", "\"*\"", "\"s3:*\"", "\"*\"")));
        assertThat(differences(bucket, everyone(), keys)).isEmpty();
    }

    @Test
    void contextOfTheRequestCounts() throws Exception {
        String bucket = bucket("inside");
        client(ann)
                .ok(
                        "PUT",
                        "/inside",
                        "policy",
                        policy("{\"Effect\":\"Allow\",\"Principal\":\"*\",\"Action\":\"s3:GetObject\",\"Resource\":"
                                + on(bucket, "/*")
                                + ",\"Condition\":{\"IpAddress\":{\"aws:SourceIp\":\"10.0.0.0/8\"}}}"));

        JsonNode inside = check(bucket, "anonymous", "s3:GetObject", "a", from("10.1.2.3"), node.admin());
        JsonNode outside = check(bucket, "anonymous", "s3:GetObject", "a", from("192.0.2.1"), node.admin());

        assertThat(inside.at("/decision").asString()).isEqualTo("ALLOW");
        assertThat(outside.at("/decision").asString()).isEqualTo("DENY");
        assertThat(differences(bucket, List.of(Sender.NONE, bob), List.of("a"))).isEmpty();
    }

    private static String any(List<String> some, Random random) {
        return some.get(random.nextInt(some.size()));
    }
}
