package dev.ose.server.admin.job;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.job.JobKind;
import dev.ose.server.job.JobSelection;
import dev.ose.server.job.JobTask;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job to be started.
 *
 * @param bucket whose objects it is about
 * @param prefix only keys that begin so; none for {@code EMPTY_BUCKET}
 * @param keys only these objects, whose keys begin with the prefix; at most {@link JobSelection#MAX_KEYS}
 * @param versions for {@code DELETE_OBJECTS}: whether all versions are deleted for good; false if absent
 * @param target for {@code COPY_OBJECTS} and {@code MOVE_OBJECTS}: the bucket of the copies; that of the objects if
 *     absent
 * @param targetPrefix for the same: what replaces the prefix; the prefix itself if absent
 */
record NewJobRequest(
        @Required @Nullable JobKind kind,
        @Required @Nullable String bucket,
        @Nullable String prefix,
        @Nullable List<String> keys,
        @Nullable Boolean versions,
        @Nullable String target,
        @Nullable String targetPrefix) {

    JobTask task() {
        BucketName source = name("bucket", Input.required("bucket", bucket));
        JobKind wanted = Input.required("kind", kind);
        if (wanted != JobKind.DELETE_OBJECTS) {
            refuse("versions", versions);
        }
        return switch (wanted) {
            case EMPTY_BUCKET -> {
                refuse("prefix", prefix);
                refuse("keys", keys);
                refuseCopy();
                yield new JobTask.Emptying(source);
            }
            case DELETE_OBJECTS -> {
                refuseCopy();
                yield new JobTask.Deletion(source, selection(), Boolean.TRUE.equals(versions));
            }
            case RESTORE_OBJECTS -> {
                refuseCopy();
                yield new JobTask.Restoration(source, selection());
            }
            case COPY_OBJECTS, MOVE_OBJECTS ->
                new JobTask.Copy(
                        source,
                        selection(),
                        target == null ? source : name("target", target),
                        text("targetPrefix", Objects.requireNonNullElse(targetPrefix, text("prefix", prefix))),
                        wanted == JobKind.MOVE_OBJECTS);
            case UNKNOWN -> throw invalid("kind", "must be one that is performed");
        };
    }

    private JobSelection selection() {
        String from = text("prefix", prefix);
        if (keys == null) {
            return new JobSelection(from, List.of());
        }
        if (keys.isEmpty() || keys.size() > JobSelection.MAX_KEYS) {
            throw invalid("keys", "must have 1 to " + JobSelection.MAX_KEYS + " keys");
        }
        return new JobSelection(from, keys.stream().map(key -> key(key, from)).toList());
    }

    private static ObjectKey key(@Nullable String text, String prefix) {
        ObjectKey key = Optional.ofNullable(text)
                .flatMap(ObjectKey::parse)
                .orElseThrow(() -> invalid("keys", "must be keys of objects"));
        if (!key.value().startsWith(prefix)) {
            throw invalid("keys", "must begin with the prefix");
        }
        return key;
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
