package dev.ose.server.job;

import java.util.List;
import java.util.Map;

/**
 * What a step of a job came to, to be recorded as a whole.
 *
 * @param next where the job goes on
 * @param done how many entries were dealt with
 * @param failures those that were not
 * @param mended kept failures that a retry has dealt with
 * @param still kept failures that failed again
 */
public record JobStep(
        JobPosition next, long done, List<JobFailure> failures, List<Long> mended, Map<Long, JobFailure> still) {

    public JobStep {
        failures = List.copyOf(failures);
        mended = List.copyOf(mended);
        still = Map.copyOf(still);
    }

    /** A step of the walk. */
    static JobStep of(JobPosition next, long done, List<JobFailure> failures) {
        return new JobStep(next, done, failures, List.of(), Map.of());
    }
}
