package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformUsage;
import dev.ose.s3.BucketName;
import dev.ose.s3.xml.XmlReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Buckets and who may use them. A bucket of MinIO has no owner: users do with it what their policies allow. For each
 * bucket there is a policy, and the user who has that policy owns the bucket.
 */
final class MinioBuckets {

    private final MinioAdminApi api;
    private final MinioPolicies policies;

    MinioBuckets(MinioAdminApi api, MinioPolicies policies) {
        this.api = api;
        this.policies = policies;
    }

    /** Fails unless S3 answers the administrator, who may list all buckets there. */
    void check() {
        times();
    }

    private boolean exists(String bucket) {
        MinioAnswer answer = api.send(api.s3Request("HEAD", '/' + bucket, "find a bucket over S3"));
        if (answer.isMissing()) {
            return false;
        }
        answer.required();
        return true;
    }

    /**
     * Lets the user create the bucket and use it. One that is there already, and not this user's, may be the
     * operator's; a policy that another user still has for a bucket that is gone is taken away.
     *
     * @return false if it is there already
     */
    boolean admit(MinioUser user, String bucket) {
        String policy = MinioNames.policyOf(bucket);
        if (user.policies().contains(policy)) {
            return true;
        }
        requireName(bucket);
        if (exists(bucket)) {
            return false;
        }
        policies.createForBucket(policy, bucket);
        for (String former : policies.users(policy)) {
            if (!former.equals(user.id().value())) {
                policies.detach(policy, former);
            }
        }
        policies.attach(policy, user.id().value());
        return true;
    }

    /** A pattern would admit to the buckets of others. */
    private static void requireName(String bucket) {
        if (BucketName.brokenRule(bucket).isPresent()) {
            throw new PlatformException(Kind.REJECTED, "No bucket can have the name that was to be admitted to.");
        }
    }

    /**
     * Ends the admission to a bucket that is not there, for all who have it: a transfer that was cut off leaves two,
     * and one who kept it would own a bucket of that name that the operator makes. Creations by those who had it are
     * over once it is taken, so a bucket that is there then was created before, and they get it back.
     */
    void release(String bucket) {
        if (exists(bucket)) {
            return;
        }
        String policy = MinioNames.policyOf(bucket);
        Set<String> admitted = policies.users(policy);
        admitted.forEach(user -> policies.detach(policy, user));
        if (exists(bucket)) {
            admitted.forEach(user -> policies.attach(policy, user));
        } else {
            policies.delete(policy);
        }
    }

    /** Whether one of the buckets that the user was admitted to is there. */
    boolean anyOf(MinioUser user) {
        return user.buckets().stream().anyMatch(this::exists);
    }

    /** Deletes the policies of a user's buckets, of which none is there and which no other user has. */
    void releaseAll(MinioUser user) {
        user.buckets().forEach(bucket -> policies.delete(MinioNames.policyOf(bucket)));
    }

    List<PlatformBucket> of(MinioUser user, String after, int limit) {
        Map<String, Instant> times = user.buckets().isEmpty() ? Map.of() : times();
        return user.buckets().stream()
                .filter(bucket -> bucket.compareTo(after) > 0 && times.containsKey(bucket))
                .limit(limit)
                .map(bucket -> new PlatformBucket(bucket, user.id(), times.getOrDefault(bucket, Instant.EPOCH)))
                .toList();
    }

    /** Gives the bucket to another user; a repetition after a crash takes it from the first one. */
    void transfer(MinioUser from, MinioUser to, String bucket) {
        String policy = MinioNames.policyOf(bucket);
        boolean isTheirs = to.policies().contains(policy);
        if (!isTheirs && !(from.policies().contains(policy) && exists(bucket))) {
            throw new PlatformException(Kind.NOT_FOUND, from.id().value() + " owns no bucket " + bucket + ".");
        }
        if (!isTheirs) {
            policies.attach(policy, to.id().value());
        }
        policies.detach(policy, from.id().value());
    }

    /** What MinIO's scanner last counted in the user's buckets. */
    PlatformUsage usage(MinioUser user) {
        return api.send(api.request("GET", "datausageinfo", "report what buckets hold"))
                .required()
                .read(node -> {
                    JsonNode counted = node.required("bucketsUsageInfo");
                    long objects = 0;
                    long bytes = 0;
                    for (String bucket : user.buckets()) {
                        JsonNode usage = counted.path(bucket);
                        objects += Math.max(
                                usage.path("objectsCount").asLong(0),
                                usage.path("versionsCount").asLong(0));
                        bytes += usage.path("size").asLong(0);
                    }
                    return new PlatformUsage(objects, bytes);
                });
    }

    /** When each bucket was created. */
    private Map<String, Instant> times() {
        MinioRequest request = api.s3Request("GET", "/", "list buckets over S3");
        return api.send(request).required().readXml("ListAllMyBucketsResult", reader -> {
            try {
                return readTimes(reader);
            } catch (DateTimeException e) {
                throw request.unanswered("its answer has a time that cannot be read");
            }
        });
    }

    private static Map<String, Instant> readTimes(XmlReader reader) {
        Map<String, Instant> times = new HashMap<>();
        for (String child = reader.nextChild(); child != null; child = reader.nextChild()) {
            if (child.equals("Buckets")) {
                while (reader.nextChild() != null) {
                    readTime(reader, times);
                }
            } else {
                reader.skip();
            }
        }
        return times;
    }

    private static void readTime(XmlReader reader, Map<String, Instant> times) {
        String name = "";
        String time = "";
        for (String child = reader.nextChild(); child != null; child = reader.nextChild()) {
            switch (child) {
                case "Name" -> name = reader.text();
                case "CreationDate" -> time = reader.text();
                default -> reader.skip();
            }
        }
        times.put(name, Instant.parse(time));
    }
}
