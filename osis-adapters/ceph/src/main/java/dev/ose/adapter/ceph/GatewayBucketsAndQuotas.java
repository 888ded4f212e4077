package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUserId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Buckets, usage and quotas of the gateway's users. */
final class GatewayBucketsAndQuotas {

    private static final String USER_PATH = "/admin/user";
    private static final String BUCKET_PATH = "/admin/bucket";

    private final GatewayAdminApi api;

    GatewayBucketsAndQuotas(GatewayAdminApi api) {
        this.api = api;
    }

    PlatformUsage usage(PlatformUserId user) {
        return api.send(AdminRequest.get(USER_PATH, "report what a user holds")
                        .with("uid", user.value())
                        .with("stats", "true")
                        .with("sync", "true"))
                .required()
                .read(node -> {
                    JsonNode stats = node.required("stats");
                    return new PlatformUsage(
                            stats.required("num_objects").longValue(),
                            stats.required("size").longValue());
                });
    }

    List<PlatformBucket> buckets(PlatformUserId user, String after, int limit) {
        return api.send(AdminRequest.get(BUCKET_PATH, "list a user's buckets")
                        .with("uid", user.value())
                        .with("stats", "true"))
                .required()
                .read(nodes -> nodes.valueStream()
                        .map(node -> new PlatformBucket(
                                node.required("bucket").stringValue(),
                                user,
                                Instant.parse(node.required("creation_time").stringValue())))
                        .filter(bucket -> bucket.name().compareTo(after) > 0)
                        .sorted(Comparator.comparing(PlatformBucket::name))
                        .limit(limit)
                        .toList());
    }

    void transfer(PlatformUserId from, PlatformUserId to, String bucket) {
        String name = GatewayIds.tenantOf(to).value() + '/' + bucket;
        AdminAnswer answer = api.send(AdminRequest.get(BUCKET_PATH, "find a bucket")
                .with("bucket", name)
                .with("stats", "true"));
        if (answer.isRefusedAs(GatewayError.NO_SUCH_BUCKET)) {
            throw new PlatformException(Kind.NOT_FOUND, "There is no bucket " + name + ".");
        }
        JsonNode found = answer.required().read(node -> node);
        String owner = found.required("owner").stringValue();
        if (owner.equals(to.value())) {
            return;
        }
        if (!owner.equals(from.value())) {
            throw new PlatformException(Kind.NOT_FOUND, from.value() + " owns no bucket " + name + ".");
        }
        if (holdsObjects(found)) {
            throw new PlatformException(
                    Kind.REJECTED,
                    "The Ceph gateway gives a bucket away without the objects in it. Run radosgw-admin bucket chown"
                            + " --bucket="
                            + name + " --uid='" + to.value() + "' and repeat this.");
        }
        api.send(AdminRequest.put(BUCKET_PATH, "give a bucket to another user")
                        .with("bucket", name)
                        .with("uid", to.value()))
                .required();
    }

    /** Incomplete multipart uploads are in a category of their own, which does not count. */
    private static boolean holdsObjects(JsonNode bucket) {
        return bucket.path("usage")
                .valueStream()
                .anyMatch(category -> category.path("num_objects").asLong(0) > 0);
    }
}
