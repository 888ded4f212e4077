package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A user as MinIO reports it.
 *
 * @param policies names of those that it has itself
 */
record MinioUser(PlatformUserId id, boolean isActive, Set<String> policies) {

    MinioUser {
        policies = Set.copyOf(policies);
    }

    static MinioUser read(PlatformUserId id, JsonNode node) {
        String names = node.path("policyName").asString("");
        return new MinioUser(
                id,
                node.required("status").stringValue().equals("enabled"),
                Stream.of(names.split(",")).filter(name -> !name.isEmpty()).collect(Collectors.toUnmodifiableSet()));
    }

    /** Whether the adapter made it, and has finished to. */
    boolean isOf(PlatformTenantId tenant) {
        return policies.contains(MinioNames.policyOf(tenant));
    }

    /** The buckets that it was admitted to, which need not be there, in byte order. */
    List<String> buckets() {
        return policies.stream()
                .flatMap(policy -> MinioNames.bucketOf(policy).stream())
                .sorted()
                .toList();
    }
}
