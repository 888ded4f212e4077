package dev.ose.server.admin.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.control.Csv;
import dev.ose.server.job.JobFailure;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * Something that a job could not do, as the API shows it. What does not apply is absent.
 *
 * @param version of the object; absent for the newest one
 * @param upload the multipart upload, if it is about one
 * @param code of an S3 error
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record JobFailureView(String key, String version, String upload, String code, String message, Instant at) {

    /** The names of the columns of CSV, in the order of {@link #csv}. */
    static final String CSV_HEAD = "key,version,upload,code,message,at\r\n";

    static JobFailureView of(JobFailure.Kept kept) {
        JobFailure failure = kept.failure();
        return new JobFailureView(
                failure.key().value(),
                failure.version(),
                failure.upload(),
                failure.code(),
                failure.message(),
                kept.at());
    }

    /** A line of CSV. */
    String csv() {
        return Csv.line(Stream.of(key, version, upload, code, message, at));
    }
}
