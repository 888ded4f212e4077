package dev.ose.server.admin.job;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.job.JobKind;
import dev.ose.server.job.JobTask;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job to be started.
 *
 * @param bucket whose objects are emptied out, deleted or copied
 * @param prefix only keys that begin so; none for {@code EMPTY_BUCKET}
 * @param versions for {@code DELETE_OBJECTS}: whether all versions are deleted for good; false if absent
 * @param target for {@code COPY_OBJECTS}: the bucket of the copies; that of the objects if absent
 * @param targetPrefix for {@code COPY_OBJECTS}: what replaces the prefix; the prefix itself if absent
 */
record NewJobRequest(
        @Required @Nullable JobKind kind,
        @Required @Nullable String bucket,
        @Nullable String prefix,
        @Nullable Boolean versions,
        @Nullable String target,
        @Nullable String targetPrefix) {

    JobTask task() {
        BucketName source = name("bucket", Input.required("bucket", bucket));
        String from = text("prefix", prefix);
        return switch (Input.required("kind", kind)) {
            case EMPTY_BUCKET -> {
                refuse("prefix", prefix);
                refuse("versions", versions);
                refuseCopy();
                yield new JobTask.Emptying(source);
            }
            case DELETE_OBJECTS -> {
                refuseCopy();
                yield new JobTask.Deletion(source, from, Boolean.TRUE.equals(versions));
            }
            case COPY_OBJECTS -> {
                refuse("versions", versions);
                yield new JobTask.Copy(
                        source,
                        from,
                        target == null ? source : name("target", target),
                        text("targetPrefix", Objects.requireNonNullElse(targetPrefix, from)));
            }
        };
    }

    private void refuseCopy() {
        refuse("target", target);
        refuse("targetPrefix", targetPrefix);
    }

    private void refuse(String field, @Nullable Object value) {
        if (value != null) {
            throw invalid(field, "is not for jobs of the kind " + kind);
        }
    }

    private static BucketName name(String field, String text) {
        return BucketName.parse(text).orElseThrow(() -> invalid(field, "is no name of a bucket"));
    }

    /** A prefix of keys; empty if absent. */
    private static String text(String field, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return "";
        }
        if (ObjectKey.parse(text).isEmpty()) {
            throw invalid(field, "must have at most " + ObjectKey.MAX_BYTES + " bytes, and no NUL");
        }
        return text;
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
