package dev.ose.adapter.minio;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Policies of MinIO's IAM: what they are, who has them, and what they say. A policy has no description; the name that
 * people gave a tenant or a user is in the id of its first statement, in Base64.
 */
final class MinioPolicies {

    private static final String ANYTHING = "arn:aws:s3:::*";

    private final MinioAdminApi api;

    MinioPolicies(MinioAdminApi api) {
        this.api = api;
    }

    /** The name for people in a tenant's or a user's policy; empty if there is no such policy. */
    Optional<String> findName(String policy) {
        MinioAnswer answer = api.send(
                api.request("GET", "info-canned-policy", "find a policy").with("name", policy));
        return answer.isRefusedAs(MinioError.NO_SUCH_POLICY)
                ? Optional.empty()
                : Optional.of(answer.required().read(MinioPolicies::name));
    }

    private static String name(JsonNode policy) {
        String sid = policy.required("Statement").required(0).path("Sid").asString("");
        try {
            return new String(Base64.getUrlDecoder().decode(sid), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notOurs) {
            return sid;
        }
    }

    /**
     * Creates the policy of a tenant, or returns the name in the one that there is. It takes from its users what they
     * have without asking in MinIO, more keys of their own, and what would open buckets to the public.
     */
    String createForTenant(String policy, String name) {
        ObjectNode keys = statement("Deny", List.of("admin:*"), List.of());
        ObjectNode settings =
                statement("Deny", List.of("s3:PutBucketPolicy", "s3:DeleteBucketPolicy"), List.of(ANYTHING));
        return create(policy, name, keys, settings);
    }

    /** Creates the policy that keeps a user's name and grants nothing, or returns the name in the one that there is. */
    String createForUser(String policy, String name) {
        return create(policy, name, statement("Deny", List.of("admin:*"), List.of()));
    }

    private String create(String policy, String name, ObjectNode... statements) {
        Optional<String> found = findName(policy);
        if (found.isPresent()) {
            return found.get();
        }
        statements[0].put("Sid", Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(name)));
        put(policy, statements);
        return name;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Creates the policy that admits to a bucket, unless there is one. */
    void createForBucket(String policy, String bucket) {
        put(
                policy,
                statement(
                        "Allow", List.of("s3:*"), List.of("arn:aws:s3:::" + bucket, "arn:aws:s3:::" + bucket + "/*")));
    }

    private void put(String policy, ObjectNode... statements) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("Version", "2012-10-17");
        document.putArray("Statement").addAll(List.of(statements));
        api.send(api.request("PUT", "add-canned-policy", "create a policy")
                        .with("name", policy)
                        .with(JsonMapper.shared().writeValueAsBytes(document)))
                .required();
    }

    private static ObjectNode statement(String effect, List<String> actions, List<String> resources) {
        ObjectNode statement = JsonNodeFactory.instance.objectNode().put("Effect", effect);
        ArrayNode named = statement.putArray("Action");
        actions.forEach(named::add);
        if (!resources.isEmpty()) {
            ArrayNode places = statement.putArray("Resource");
            resources.forEach(places::add);
        }
        return statement;
    }

    /** Gives the policy to the user; does nothing if it has it. */
    void attach(String policy, String user) {
        change("attach", policy, user, "give a policy to a user");
    }

    /** Takes the policy from the user; does nothing if it lacks it. */
    void detach(String policy, String user) {
        change("detach", policy, user, "take a policy from a user");
    }

    private void change(String operation, String policy, String user, String purpose) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("user", user);
        document.putArray("policies").add(policy);
        MinioAnswer answer = api.send(api.request("POST", "idp/builtin/policy/" + operation, purpose)
                .withSealed(JsonMapper.shared().writeValueAsBytes(document)));
        if (!answer.isRefusedAs(MinioError.POLICY_CHANGE_ALREADY_APPLIED)) {
            answer.required();
        }
    }

    /** The users who have the policy. */
    Set<String> users(String policy) {
        return api.send(api.request("GET", "idp/builtin/policy-entities", "list the users of a policy")
                        .with("policy", policy))
                .required()
                .open(api.secretKey(), entities -> {
                    entities.required("timestamp");
                    return entities.path("policyMappings")
                            .valueStream()
                            .filter(mapping ->
                                    mapping.path("policy").asString("").equals(policy))
                            .flatMap(mapping -> mapping.path("users").valueStream())
                            .map(JsonNode::stringValue)
                            .collect(Collectors.toUnmodifiableSet());
                });
    }

    /**
     * Deletes the policy; does nothing if there is none.
     *
     * @return false if a user has it
     */
    boolean delete(String policy) {
        MinioAnswer answer = api.send(
                api.request("DELETE", "remove-canned-policy", "delete a policy").with("name", policy));
        if (answer.isRefusedAs(MinioError.POLICY_IN_USE)) {
            return false;
        }
        if (!answer.isRefusedAs(MinioError.NO_SUCH_POLICY)) {
            answer.required();
        }
        return true;
    }
}
