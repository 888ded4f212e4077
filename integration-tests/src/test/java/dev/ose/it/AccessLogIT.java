package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The access log of a bucket, set and read by Amazon's command line. */
final class AccessLogIT {

    private static final Duration DELIVERY = Duration.ofMinutes(1);
    private static final String PHOTOS = "access-log-photos";
    private static final String LOGS = "access-log-logs";

    @Test
    void commandLineSetsTheLogAndReadsWhatItDid() {
        try (Node node = Node.startEmpty("access-log", Map.of("oss.access-logs.period", "1s"))) {
            AwsCli aws = new AwsCli(node.target(Where.HTTPS));
            aws.makeBucket(PHOTOS);
            aws.makeBucket(LOGS);
            String setting = "{\"LoggingEnabled\":{\"TargetBucket\":\"" + LOGS
                    + "\",\"TargetPrefix\":\"photos/\",\"TargetObjectKeyFormat\":{\"PartitionedPrefix\":"
                    + "{\"PartitionDateSource\":\"EventTime\"}}}}";

            aws.call("s3api", "put-bucket-logging", "--bucket", PHOTOS, "--bucket-logging-status", setting)
                    .orFail();

            assertThat(aws.call("s3api", "get-bucket-logging", "--bucket", PHOTOS)
                            .orFail())
                    .contains("\"PartitionDateSource\": \"EventTime\"", LOGS);
            Ports.await("the log", DELIVERY, () -> log(aws).contains("REST.GET.LOGGING_STATUS"));
            assertThat(log(aws))
                    .containsPattern(PHOTOS + " \\[.*\\] 127\\.0\\.0\\.1 [0-9a-f]{64} .* 200 - .* SigV4 TLS_.* TLSv1");

            aws.call("s3api", "put-bucket-logging", "--bucket", PHOTOS, "--bucket-logging-status", "{}")
                    .orFail();
            assertThat(aws.call("s3api", "get-bucket-logging", "--bucket", PHOTOS)
                            .orFail())
                    .doesNotContain("LoggingEnabled");
        }
    }

    @Test
    void targetThatIsMissingIsRefusedWithTheCodeOfAws() {
        try (Node node = Node.startEmpty("access-log-refusal")) {
            AwsCli aws = new AwsCli(node.target(Where.HTTP));
            aws.makeBucket(PHOTOS);

            Command.Ended refused = aws.call(
                    "s3api",
                    "put-bucket-logging",
                    "--bucket",
                    PHOTOS,
                    "--bucket-logging-status",
                    "{\"LoggingEnabled\":{\"TargetBucket\":\"" + LOGS + "\",\"TargetPrefix\":\"\"}}");

            assertThat(refused.isSuccess()).isFalse();
            assertThat(refused.errors()).contains("InvalidTargetBucketForLogging");
        }
    }

    /** All objects of the log, one after the other. */
    private static String log(AwsCli aws) {
        StringBuilder lines = new StringBuilder();
        String keys = aws.call("s3api", "list-objects-v2", "--bucket", LOGS, "--query", "Contents[].Key || `[]`")
                .orFail();
        for (String quoted : keys.split("\"", -1)) {
            if (quoted.startsWith("photos/")) {
                lines.append(
                        aws.call("s3", "cp", "s3://" + LOGS + '/' + quoted, "-").orFail());
            }
        }
        return lines.toString();
    }
}
