package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.app.dataplane.S3Listeners;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Base of tests of checks of access: buckets of a user, her colleagues, and a user of another tenant. */
abstract class OnCheckedBuckets extends OnEmbeddedNode {

    static final String WORD = "a password of tests";

    String tenant = "";
    String tenantId = "";
    String others = "";
    Sender ann = Sender.NONE;
    Sender bob = Sender.NONE;
    Sender carl = Sender.NONE;
    Sender eve = Sender.NONE;

    /** A principal and its S3 client; without a client for anonymous requests. */
    record Sender(String name, String id, @Nullable S3User client) {

        static final Sender NONE = new Sender("anonymous", "anonymous", null);
    }

    @BeforeAll
    void fill() throws Exception {
        tenant = tenant("checked");
        tenantId = id(tenant);
        others = tenant("other");
        ann = sender(tenant, "ann");
        bob = sender(tenant, "bob");
        carl = sender(tenant, "carl");
        eve = sender(others, "eve");
        assertThat(node.send(
                                "PUT",
                                tenant + "/users/" + carl.id() + "/policies/reader",
                                "{\"document\":" + reader() + "}",
                                node.admin())
                        .statusCode())
                .isLessThan(300);
    }

    static String reader() {
        return "{\"Version\":\"2012-10-17\",\"Statement\":["
                + "{\"Sid\":\"Reads\",\"Effect\":\"Allow\",\"Action\":[\"s3:Get*\","
                + "\"s3:List*\"],\"Resource\":\"*\"},{\"Sid\":\"NoSecrets\",\"Effect\":\"Deny\",\"Action\":\"s3:*\","
                + "\"Resource\":\"arn:aws:s3:::*/secret*\"}]}";
    }

    String tenant(String name) throws Exception {
        return TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
    }

    static String id(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    Sender sender(String home, String name) throws Exception {
        String id = node.created(home + "/users", "{\"name\":\"" + name + "\"}")
                .get("id")
                .asString();
        String path = home + "/users/" + id;
        assertThat(node.send("PUT", path + "/login", "{\"password\":\"" + WORD + "\"}", node.admin())
                        .statusCode())
                .isEqualTo(204);
        return new Sender(
                name, id, new S3User(node.bean(S3Listeners.class).port(), node.created(path + "/credentials", "{}")));
    }

    String arn(Sender sender, String home) {
        return "arn:aws:iam::" + id(home) + ":user/" + sender.name();
    }

    static S3User client(Sender sender) {
        S3User client = sender.client();
        if (client == null) {
            throw new IllegalStateException(sender.name() + " has no client");
        }
        return client;
    }

    JsonNode check(String bucket, String principal, String action, @Nullable String key) throws Exception {
        return check(bucket, principal, action, key, null, node.admin());
    }

    JsonNode check(
            String bucket,
            String principal,
            String action,
            @Nullable String key,
            @Nullable Map<String, Object> context,
            String login)
            throws Exception {
        HttpResponse<String> answer = ask(bucket, principal, action, key, context, login);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    HttpResponse<String> ask(
            String bucket,
            String principal,
            String action,
            @Nullable String key,
            @Nullable Map<String, Object> context,
            String login)
            throws Exception {
        ObjectNode question = JsonMapper.shared().createObjectNode();
        question.put("principal", principal).put("action", action);
        if (key != null) {
            question.put("key", key);
        }
        if (context != null) {
            question.set("context", JsonMapper.shared().valueToTree(context));
        }
        return node.send("POST", tenant + "/buckets/" + bucket + "/access-check", question.toString(), login);
    }

    static List<String> codes(JsonNode answer) {
        return answer.get("reasons")
                .valueStream()
                .map(reason -> reason.get("code").asString())
                .toList();
    }

    String bucket(String name, String... headers) throws Exception {
        client(ann).ok("PUT", '/' + name, "", "", headers);
        for (String key : List.of("a", "pub/a", "secret")) {
            client(ann).ok("PUT", '/' + name + '/' + key, "", "x");
        }
        return name;
    }

    static String statement(String sid, String effect, String who, String actions, String resource) {
        return "{\"Sid\":\"" + sid + "\",\"Effect\":\"" + effect + "\",\"Principal\":" + who + ",\"Action\":" + actions
                + ",\"Resource\":" + resource + '}';
    }

    static String policy(String... statements) {
        return "{\"Version\":\"2012-10-17\",\"Statement\":[" + String.join(",", statements) + "]}";
    }

    static String aws(String arn) {
        return "{\"AWS\":\"" + arn + "\"}";
    }

    static String on(String bucket, String keys) {
        return "\"arn:aws:s3:::" + bucket + keys + '"';
    }

    static Map<String, Object> from(String address) {
        return Map.of("sourceIp", address);
    }
}
