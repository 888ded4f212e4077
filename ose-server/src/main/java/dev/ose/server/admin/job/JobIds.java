package dev.ose.server.admin.job;

import dev.ose.server.job.JobId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/** Reads ids of jobs, which are decimal numbers. */
final class JobIds {

    private static final int MAX_LENGTH = 18;

    private JobIds() {}

    /** An id in a path; one that cannot exist is as unknown as one that does not. */
    static JobId job(String text) {
        if (!isNumber(text)) {
            throw new FailureException(
                    new Failure.NotFound("job", text.substring(0, Math.min(text.length(), MAX_LENGTH))));
        }
        return new JobId(Long.parseLong(text));
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_LENGTH
                && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }
}
