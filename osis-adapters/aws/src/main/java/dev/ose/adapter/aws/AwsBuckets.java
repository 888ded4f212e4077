package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.aws.AwsClients.AwsSession;
import dev.ose.adapter.aws.AwsRegistry.Stored;
import dev.ose.adapter.aws.AwsUserRecord.Admission;
import dev.ose.adapter.aws.AwsUserRecord.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;
import tools.jackson.databind.node.JsonNodeFactory;

/** Whose a bucket is: of an account at AWS, of the user who is admitted to it here. */
final class AwsBuckets {

    private static final int ATTEMPTS = 20;
    private static final int PAGE = 1_000;
    private static final String NO_SUCH_BUCKET = "NoSuchBucket";

    /** No refusal, or one that a bucket of others or of another region gives. */
    private static final Set<String> THERE =
            Set.of("", "AccessDenied", "AllAccessDisabled", "AuthorizationHeaderMalformed", "PermanentRedirect");

    private static final Set<String> NOT_YET = Set.of("AccessDenied", "InvalidAccessKeyId");

    private final AwsCalls calls;
    private final AwsClients clients;
    private final AwsRegistry registry;
    private final AwsUserRecords records;
    private final AwsGrants grants;
    private final AwsPatience patience;

    AwsBuckets(
            AwsCalls calls,
            AwsClients clients,
            AwsRegistry registry,
            AwsUserRecords records,
            AwsGrants grants,
            AwsPatience patience) {
        this.calls = calls;
        this.clients = clients;
        this.registry = registry;
        this.records = records;
        this.grants = grants;
        this.patience = patience;
    }

    /** Whether there is such a bucket, be it in another account or region. */
    private boolean exists(AwsSession session, String bucket) {
        String refusal = refusalOfLook(session.s3(), bucket);
        if (!refusal.equals(NO_SUCH_BUCKET) && !THERE.contains(refusal)) {
            throw new PlatformException(Kind.REJECTED, "AWS refused to look for a bucket: " + refusal + ".");
        }
        return THERE.contains(refusal);
    }

    /** By a list, whose refusals have codes, which those of HEAD have not. */
    private String refusalOfLook(S3Client s3, String bucket) {
        return calls.refusalOf(
                "look for a bucket",
                () -> s3.listObjectsV2(request -> request.bucket(bucket).maxKeys(0)));
    }

    /** Whether one of the buckets to which the user is admitted is there. */
    boolean anyOf(AwsUserRecord record) {
        AwsSession session = clients.in(record.account());
        return record.buckets().keySet().stream().anyMatch(bucket -> exists(session, bucket));
    }

    /**
     * The record of the bucket is claimed first, then the user's names it, then its policy opens it. False if there is
     * such a bucket of others.
     */
    boolean admit(AwsUserRecord record, String bucket, @Nullable S3Client user) {
        if (!AwsNames.isBucket(bucket)) {
            throw new PlatformException(Kind.REJECTED, "S3 has no buckets of such a name.");
        }
        PlatformUserId id = record.id();
        if (!record.admitted().contains(bucket)) {
            if (exists(clients.in(record.account()), bucket)) {
                return false;
            }
            claim(id, bucket);
        }
        grants.settle(id, note(id, bucket));
        if (user != null) {
            patience.until(() -> !NOT_YET.contains(refusalOfLook(user, bucket)));
        }
        return true;
    }

    /** Writes the admission into the user's record, and returns the policy that opens the bucket. */
    private int note(PlatformUserId user, String bucket) {
        AwsUserRecord noted = records.change(user, record -> {
            if (record.state() != State.READY) {
                throw AwsUserRecords.missing(user);
            }
            return record.withBuckets(buckets -> {
                @Nullable Admission old = buckets.get(bucket);
                int policy = old == null ? grants.policyWithRoom(record, bucket) : old.policy();
                buckets.put(bucket, new Admission(policy, false));
                return buckets;
            });
        });
        return policyOf(noted, bucket);
    }

    private static int policyOf(AwsUserRecord record, String bucket) {
        return Optional.ofNullable(record.buckets().get(bucket))
                .map(Admission::policy)
                .orElseThrow(() -> new IllegalStateException("a bucket that was noted"));
    }

    /** Takes the bucket's record for the user, from one whose creation of the bucket was cut off if there is one. */
    private void claim(PlatformUserId user, String bucket) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (registry.create(
                    AwsNames.recordOf(bucket),
                    JsonNodeFactory.instance.objectNode().put("user", user.value()))) {
                return;
            }
            Optional<Stored<PlatformUserId>> holder = holder(bucket);
            if (holder.isPresent() && (holder.get().content().equals(user) || take(holder.get(), user, bucket))) {
                return;
            }
        }
        throw AwsUserRecords.busy(user);
    }

    private boolean take(Stored<PlatformUserId> holder, PlatformUserId user, String bucket) {
        withdraw(holder.content(), bucket);
        return registry.replace(
                AwsNames.recordOf(bucket),
                JsonNodeFactory.instance.objectNode().put("user", user.value()),
                holder.tag());
    }

    private Optional<Stored<PlatformUserId>> holder(String bucket) {
        return registry.find(
                AwsNames.recordOf(bucket),
                node -> new PlatformUserId(node.required("user").stringValue()));
    }

    /** Ends the admission: marks it, closes the bucket, and forgets it. */
    private void withdraw(PlatformUserId user, String bucket) {
        Optional<AwsUserRecord> record = records.look(user).map(Stored::content);
        if (record.isEmpty() || !record.get().buckets().containsKey(bucket)) {
            return;
        }
        int policy = policyOf(record.get(), bucket);
        records.change(
                user,
                old -> old.withBuckets(buckets -> {
                    buckets.computeIfPresent(bucket, (name, admission) -> new Admission(admission.policy(), true));
                    return buckets;
                }));
        grants.settle(user, policy);
        records.change(
                user,
                old -> old.withBuckets(buckets -> {
                    buckets.computeIfPresent(bucket, (name, admission) -> admission.ends() ? null : admission);
                    return buckets;
                }));
    }

    /** Ends the admission to a bucket that is not there. */
    void release(AwsUserRecord record, String bucket) {
        if (record.buckets().containsKey(bucket) && !exists(clients.in(record.account()), bucket)) {
            withdraw(record.id(), bucket);
            unclaim(record.id(), bucket);
        }
    }

    private void unclaim(PlatformUserId user, String bucket) {
        holder(bucket)
                .filter(holder -> holder.content().equals(user))
                .ifPresent(holder -> registry.delete(AwsNames.recordOf(bucket), holder.tag()));
    }

    /** Forgets all admissions of a user whose policies are gone. */
    void forget(AwsUserRecord record) {
        record.buckets().keySet().forEach(bucket -> unclaim(record.id(), bucket));
    }

    void transfer(AwsUserRecord from, AwsUserRecord to, String bucket) {
        boolean isHis = from.admitted().contains(bucket);
        if ((!isHis && !to.admitted().contains(bucket)) || !exists(clients.in(to.account()), bucket)) {
            throw new PlatformException(Kind.NOT_FOUND, "Neither user has a bucket " + bucket + ".");
        }
        grants.settle(to.id(), note(to.id(), bucket));
        holder(bucket)
                .filter(holder -> !holder.content().equals(to.id()))
                .ifPresent(holder -> take(holder, to.id(), bucket));
        withdraw(from.id(), bucket);
    }

    /** Asks for the buckets of the account, in pages, for they have the times of creation. */
    List<PlatformBucket> list(AwsUserRecord record, String after, int limit) {
        Map<String, Instant> created = new TreeMap<>();
        S3Client s3 = clients.in(record.account()).s3();
        calls.read("list buckets", () -> {
            s3.listBucketsPaginator(request -> request.maxBuckets(PAGE))
                    .buckets()
                    .forEach(bucket -> created.put(bucket.name(), bucket.creationDate()));
            return created;
        });
        return record.admitted().stream()
                .filter(bucket -> bucket.compareTo(after) > 0)
                .flatMap(
                        bucket -> Optional.ofNullable(created.get(bucket))
                                .map(at -> new PlatformBucket(bucket, record.id(), at))
                                .stream())
                .limit(limit)
                .toList();
    }
}
