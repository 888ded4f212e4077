package dev.ose.server.job;

import org.jspecify.annotations.Nullable;

/**
 * How far a job has walked.
 *
 * @param key up to which listed entries were dealt with; empty at the start
 * @param detail a version or an upload of that key, which still exists; empty if all of the key are done
 * @param retried the failure up to which failures were tried again; null unless they are
 */
public record JobPosition(
        Stage stage, String key, String detail, @Nullable Long retried) {

    /** The stage of a walk. */
    public enum Stage {
        OBJECTS,
        UPLOADS,
        OVER
    }

    /** The beginning of a stage. */
    static JobPosition start(Stage stage) {
        return new JobPosition(stage, "", "", null);
    }

    JobPosition at(String next, String nextDetail) {
        return new JobPosition(stage, next, nextDetail, retried);
    }

    JobPosition afterFailure(long failure) {
        return new JobPosition(stage, key, detail, failure);
    }

    JobPosition withoutFailures() {
        return new JobPosition(stage, key, detail, null);
    }

    /** Whether nothing is left. */
    boolean isOver() {
        return stage == Stage.OVER && retried == null;
    }
}
