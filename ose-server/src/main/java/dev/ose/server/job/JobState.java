package dev.ose.server.job;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The state of a job. */
public enum JobState {
    /** To be taken by a node. */
    QUEUED,
    /** A node works on it. */
    RUNNING,
    /** Stopped until it is resumed. */
    PAUSED,
    /** All is done. */
    COMPLETED,
    /** All was tried, and some of it failed. */
    COMPLETED_WITH_ERRORS,
    /** Given up before the end. */
    FAILED,
    /** Stopped for good. */
    CANCELLED,
    /** One of a later version, whose nodes write to the same database. */
    UNKNOWN;

    /** The state of that name in any case. */
    public static Optional<JobState> find(String name) {
        return Arrays.stream(values())
                .filter(state -> state.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst();
    }

    /** Whether the job is over. */
    public boolean isFinal() {
        return switch (this) {
            case QUEUED, RUNNING, PAUSED, UNKNOWN -> false;
            case COMPLETED, COMPLETED_WITH_ERRORS, FAILED, CANCELLED -> true;
        };
    }

    /** A change of the state that a caller requests. */
    public enum Change {
        PAUSE(PAUSED),
        RESUME(QUEUED),
        CANCEL(CANCELLED),
        /** Tries what failed again, then goes on where the job was given up. */
        RETRY(QUEUED);

        private final JobState next;

        Change(JobState next) {
            this.next = next;
        }

        /** The state that it leads to. */
        public JobState next() {
            return next;
        }

        /** The states in which it is possible. */
        public Set<JobState> from() {
            return switch (this) {
                case PAUSE -> EnumSet.of(QUEUED, RUNNING);
                case RESUME -> EnumSet.of(PAUSED);
                case CANCEL -> EnumSet.of(QUEUED, RUNNING, PAUSED);
                case RETRY -> EnumSet.of(COMPLETED_WITH_ERRORS, FAILED);
            };
        }
    }
}
