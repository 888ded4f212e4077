package dev.ose.server.job.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.job.JobClaim;
import dev.ose.server.job.JobFailure;
import dev.ose.server.job.JobPosition;
import dev.ose.server.job.JobState;
import dev.ose.server.job.JobStep;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Writes a step of a job within a transaction. */
record StepRecord(Connection connection, JobClaim claim, JobStep step) {

    /** A job that was cancelled during the step has the step's counts all the same. */
    private static final String ADVANCE = """
            UPDATE job SET stage = ?, position_key = ?, position_detail = ?, retried = ?, done = done + ?,
                failed = failed + ?, attempts = 0, problem = '',
                due_at = CASE state WHEN 'RUNNING' THEN now() + ? * interval '1 second' ELSE due_at END
            WHERE id = ? AND lease = ? RETURNING state
            """;

    private static final String KEEP = """
            INSERT INTO job_failure (job_id, key, version_id, upload_id, code, message)
            SELECT ?, f.key, f.version, f.upload, f.code, f.message
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[]) WITH ORDINALITY
                f (key, version, upload, code, message, place)
            WHERE f.place <= ? - (SELECT count(*) FROM job_failure WHERE job_id = ?)
            ORDER BY f.place
            """;

    private static final String AGAIN =
            "UPDATE job_failure SET code = ?, message = ?, at = now() WHERE job_id = ? AND id = ?";

    Optional<JobState> write(int maxFailures, Duration lease) throws SQLException {
        JobPosition next = step.next();
        Optional<JobState> state = Database.first(
                connection,
                ADVANCE,
                row -> RowMappers.word(row, 1, JobState.UNKNOWN),
                next.stage(),
                next.key(),
                next.detail(),
                next.retried(),
                step.done(),
                step.failures().size() - step.mended().size(),
                lease.toSeconds(),
                job(),
                claim.lease());
        if (state.isPresent()) {
            writeFailures(maxFailures);
        }
        return state;
    }

    private void writeFailures(int maxFailures) throws SQLException {
        if (!step.failures().isEmpty()) {
            Database.update(
                    connection,
                    KEEP,
                    job(),
                    column(failure -> failure.key().value()),
                    column(JobFailure::version),
                    column(JobFailure::upload),
                    column(JobFailure::code),
                    column(JobFailure::message),
                    maxFailures,
                    job());
        }
        if (!step.mended().isEmpty()) {
            Array mended = connection.createArrayOf("bigint", step.mended().toArray());
            Database.update(connection, "DELETE FROM job_failure WHERE job_id = ? AND id = ANY (?)", job(), mended);
        }
        for (Map.Entry<Long, JobFailure> again : step.still().entrySet()) {
            JobFailure failure = again.getValue();
            Database.update(connection, AGAIN, failure.code(), failure.message(), job(), again.getKey());
        }
    }

    private long job() {
        return claim.job().id().value();
    }

    private Array column(Function<JobFailure, String> value) throws SQLException {
        List<String> values = step.failures().stream().map(value).toList();
        return connection.createArrayOf("text", values.toArray());
    }
}
