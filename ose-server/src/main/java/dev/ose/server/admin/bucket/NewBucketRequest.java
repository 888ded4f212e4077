package dev.ose.server.admin.bucket;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.ObjectLockConfiguration;
import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lock.DefaultRetention;
import dev.ose.s3.lock.RetentionMode;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.bucket.settings.NewBucket;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON document of a bucket to be created.
 *
 * @param region one of those of the platforms that the tenant may use; null for that of the tenant's first platform
 * @param owner id of the user who is to own it; null for the caller
 * @param versioning null for a bucket without versions
 * @param objectLock null for none; it enables versioning
 * @param publicAccessBlock null for none
 * @param quota null for none; administrators alone set it
 */
record NewBucketRequest(
        @Required @Nullable String name,
        @Nullable String region,

        @Schema(format = "uuid") @Nullable String owner,

        @Nullable NewVersioning versioning,
        @Nullable NewLock objectLock,
        @Nullable List<NewTag> tags,
        @Nullable NewBlock publicAccessBlock,
        @Nullable NewLimits quota) {

    /** Whether the bucket keeps versions. */
    enum NewVersioning {
        DISABLED,
        ENABLED
    }

    /**
     * The object lock.
     *
     * @param mode of the retention that new versions get; null if they get none
     * @param days its length, 1 to 36,500; null if it is in years
     * @param years 1 to 100
     */
    record NewLock(
            @Required @Nullable Boolean enabled,
            @Nullable RetentionMode mode,
            @Nullable Integer days,
            @Nullable Integer years) {}

    /** A tag. */
    record NewTag(@Required @Nullable String key, @Nullable String value) {}

    /** The public access block; what is left out is off. */
    record NewBlock(
            @Nullable Boolean blockPublicAcls,
            @Nullable Boolean ignorePublicAcls,
            @Nullable Boolean blockPublicPolicy,
            @Nullable Boolean restrictPublicBuckets) {}

    /** The limits of the bucket. */
    record NewLimits(
            @Schema(minimum = "0") @Nullable Long maxBytes,
            @Schema(minimum = "0") @Nullable Long maxObjects) {}

    /**
     * The bucket. Fails with {@code Invalid}, which names the field.
     *
     * @param inRegion its region
     */
    NewBucket checked(String inRegion) {
        String given = Input.required("name", name);
        BucketName.brokenRule(given).ifPresent(rule -> {
            throw invalid("name", rule.text());
        });
        @Nullable ObjectLockConfiguration lock = lock();
        if (lock != null && versioning == NewVersioning.DISABLED) {
            throw invalid("versioning", "must be ENABLED for a bucket with object lock");
        }
        return new NewBucket(
                new BucketName(given),
                inRegion,
                versioning == NewVersioning.ENABLED,
                lock,
                tagging(),
                block(),
                limits());
    }

    /** The actions that policies must allow beside the creation. */
    List<String> actions() {
        List<String> actions = new ArrayList<>();
        if (versioning == NewVersioning.ENABLED || isLocked()) {
            actions.add("s3:PutBucketVersioning");
        }
        if (isLocked()) {
            actions.add("s3:PutBucketObjectLockConfiguration");
        }
        if (tags != null && !tags.isEmpty()) {
            actions.add("s3:PutBucketTagging");
        }
        if (publicAccessBlock != null) {
            actions.add("s3:PutBucketPublicAccessBlock");
        }
        return actions;
    }

    private boolean isLocked() {
        return objectLock != null && Boolean.TRUE.equals(objectLock.enabled());
    }

    private @Nullable ObjectLockConfiguration lock() {
        NewLock wanted = objectLock;
        if (wanted == null) {
            return null;
        }
        boolean hasLength = wanted.days() != null || wanted.years() != null;
        if (!Input.required("objectLock.enabled", wanted.enabled())) {
            if (wanted.mode() != null || hasLength) {
                throw invalid("objectLock.enabled", "must be true for a retention");
            }
            return null;
        }
        if (wanted.mode() == null && !hasLength) {
            return new ObjectLockConfiguration(null);
        }
        return new ObjectLockConfiguration(retention(Input.required("objectLock.mode", wanted.mode()), wanted));
    }

    private static DefaultRetention retention(RetentionMode mode, NewLock wanted) {
        Integer days = wanted.days();
        Integer years = wanted.years();
        if ((days == null) == (years == null)) {
            throw invalid("objectLock.days", "must be given, or years, and not both");
        }
        DefaultRetention retention = days == null
                ? new DefaultRetention(mode, Input.required("objectLock.years", years), DefaultRetention.Unit.YEARS)
                : new DefaultRetention(mode, days, DefaultRetention.Unit.DAYS);
        try {
            // Its own reader knows the bounds.
            ObjectLockConfiguration.read(new ObjectLockConfiguration(retention).toBytes());
        } catch (S3ErrorException e) {
            throw invalid(
                    days == null ? "objectLock.years" : "objectLock.days",
                    "must be 1 to 36,500 days or 1 to 100 years");
        }
        return retention;
    }

    private Tagging tagging() {
        List<NewTag> wanted = tags == null ? List.of() : Input.each("tags", tags);
        if (wanted.size() > Tagging.MAX_BUCKET_TAGS) {
            throw invalid("tags", "must be at most " + Tagging.MAX_BUCKET_TAGS);
        }
        Set<String> keys = new HashSet<>();
        List<Tagging.Tag> read = new ArrayList<>();
        for (NewTag each : wanted) {
            Tagging.Tag tag =
                    new Tagging.Tag(Input.required("tags.key", each.key()), each.value() == null ? "" : each.value());
            try {
                tag.require();
            } catch (S3ErrorException e) {
                throw invalid(
                        "tags",
                        "must have keys of 1 to 128 and values of up to 256 letters, numbers, spaces and _.:/=+-@, and"
                                + " no key that begins with aws:");
            }
            if (!keys.add(tag.key())) {
                throw invalid("tags", "must have each key once");
            }
            read.add(tag);
        }
        return new Tagging(read);
    }

    private @Nullable PublicAccessBlock block() {
        NewBlock wanted = publicAccessBlock;
        return wanted == null
                ? null
                : new PublicAccessBlock(
                        Boolean.TRUE.equals(wanted.blockPublicAcls()),
                        Boolean.TRUE.equals(wanted.ignorePublicAcls()),
                        Boolean.TRUE.equals(wanted.blockPublicPolicy()),
                        Boolean.TRUE.equals(wanted.restrictPublicBuckets()));
    }

    private Quota limits() {
        NewLimits wanted = quota;
        if (wanted == null) {
            return Quota.NONE;
        }
        if (isNegative(wanted.maxBytes()) || isNegative(wanted.maxObjects())) {
            throw invalid("quota", "must not be negative");
        }
        return new Quota(wanted.maxBytes(), wanted.maxObjects(), null);
    }

    private static boolean isNegative(@Nullable Long limit) {
        return limit != null && limit < 0;
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
