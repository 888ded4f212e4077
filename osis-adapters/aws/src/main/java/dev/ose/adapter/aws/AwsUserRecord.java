package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformUserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a user has. The policies of IAM are written from it, so that two nodes lose nothing of each other's.
 *
 * @param account where its user of IAM is
 * @param keys oldest first
 * @param buckets to which it is admitted, by name
 */
record AwsUserRecord(
        PlatformUserId id,
        String account,
        String name,
        State state,
        boolean active,
        List<Key> keys,
        Map<String, Admission> buckets) {

    /** How far its user of IAM is. */
    enum State {
        /** Not complete yet. */
        MADE,
        READY,
        /** About to be deleted. */
        ENDED
    }

    /**
     * A key pair.
     *
     * @param sealed the secret key, encrypted
     */
    record Key(String accessKey, String sealed) {}

    /**
     * The admission to a bucket.
     *
     * @param policy which of the user's policies opens it
     * @param ends whether it is about to be taken back
     */
    record Admission(int policy, boolean ends) {}

    AwsUserRecord {
        keys = List.copyOf(keys);
        buckets = Map.copyOf(buckets);
    }

    static AwsUserRecord made(PlatformUserId id, String account, String name) {
        return new AwsUserRecord(id, account, name, State.MADE, true, List.of(), Map.of());
    }

    AwsUserRecord in(State next) {
        return new AwsUserRecord(id, account, name, next, active, keys, buckets);
    }

    AwsUserRecord active(boolean isActive) {
        return new AwsUserRecord(id, account, name, state, isActive, keys, buckets);
    }

    AwsUserRecord withKeys(UnaryOperator<List<Key>> change) {
        return new AwsUserRecord(id, account, name, state, active, change.apply(new ArrayList<>(keys)), buckets);
    }

    AwsUserRecord withBuckets(UnaryOperator<Map<String, Admission>> change) {
        return new AwsUserRecord(id, account, name, state, active, keys, change.apply(new TreeMap<>(buckets)));
    }

    /** Those whose admission lasts. */
    List<String> admitted() {
        return buckets.entrySet().stream()
                .filter(entry -> !entry.getValue().ends())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    static AwsUserRecord read(JsonNode node) {
        Map<String, Admission> buckets = new TreeMap<>();
        node.required("buckets")
                .valueStream()
                .forEach(bucket -> buckets.put(
                        bucket.required("name").stringValue(),
                        new Admission(
                                bucket.required("policy").intValue(),
                                bucket.required("ends").booleanValue())));
        return new AwsUserRecord(
                new PlatformUserId(node.required("id").stringValue()),
                node.required("account").stringValue(),
                node.required("name").stringValue(),
                State.valueOf(node.required("state").stringValue()),
                node.required("active").booleanValue(),
                node.required("keys")
                        .valueStream()
                        .map(key -> new Key(
                                key.required("accessKey").stringValue(),
                                key.required("sealed").stringValue()))
                        .toList(),
                buckets);
    }

    ObjectNode toJson() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("id", id.value())
                .put("account", account)
                .put("name", name)
                .put("state", state.name())
                .put("active", active);
        ArrayNode keyNodes = node.putArray("keys");
        keys.forEach(
                key -> keyNodes.addObject().put("accessKey", key.accessKey()).put("sealed", key.sealed()));
        ArrayNode bucketNodes = node.putArray("buckets");
        new TreeMap<>(buckets).forEach((bucket, admission) -> bucketNodes
                .addObject()
                .put("name", bucket)
                .put("policy", admission.policy())
                .put("ends", admission.ends()));
        return node;
    }
}
