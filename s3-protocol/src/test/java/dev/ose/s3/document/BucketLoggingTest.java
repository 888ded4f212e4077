package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging.KeyFormat;
import dev.ose.s3.error.S3ErrorException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BucketLoggingTest {

    private static final BucketName LOGS = new BucketName("logs");
    private static final String TO_LOGS = "<TargetBucket>logs</TargetBucket>";
    private static final String PREFIX = "<TargetPrefix>a/</TargetPrefix>";

    @ParameterizedTest
    @EnumSource
    void everyFormatIsReadAsItIsWritten(KeyFormat format) {
        BucketLogging logging = new BucketLogging(LOGS, "a/", format);

        assertThat(BucketLogging.read(BucketLogging.toBytes(Optional.of(logging))))
                .contains(logging);
    }

    @Test
    void documentWithoutLogSwitchesItOff() {
        assertThat(BucketLogging.read("<BucketLoggingStatus/>".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(BucketLogging.read(BucketLogging.toBytes(Optional.empty()))).isEmpty();
    }

    @Test
    void prefixMayBeEmptyAndGrantsToo() {
        assertThat(read(TO_LOGS + "<TargetGrants/><TargetPrefix/>"))
                .contains(new BucketLogging(LOGS, "", KeyFormat.UNSTATED));
    }

    @ParameterizedTest
    @CsvSource({
        TO_LOGS + ", MalformedXML",
        PREFIX + ", MalformedXML",
        TO_LOGS + TO_LOGS + PREFIX + ", MalformedXML",
        TO_LOGS + PREFIX + "<Other/>, MalformedXML",
        TO_LOGS + PREFIX + "<TargetObjectKeyFormat/>, MalformedXML",
        TO_LOGS + PREFIX
                + "<TargetObjectKeyFormat><SimplePrefix/><SimplePrefix/></TargetObjectKeyFormat>, MalformedXML",
        TO_LOGS + PREFIX + "<TargetObjectKeyFormat><PartitionedPrefix/></TargetObjectKeyFormat>, MalformedXML",
        TO_LOGS + PREFIX + "<TargetGrants><Grant/></TargetGrants>, NotImplemented",
        "<TargetBucket>Not A Name</TargetBucket>" + PREFIX + ", InvalidTargetBucketForLogging"
    })
    void otherDocumentsAreRefused(String content, String code) {
        assertThatThrownBy(() -> read(content)).isInstanceOfSatisfying(S3ErrorException.class, refused -> assertThat(
                        refused.error().code().code())
                .isEqualTo(code));
    }

    @Test
    void prefixLeavesRoomForTheRestOfTheKey() {
        assertThatThrownBy(() -> read(TO_LOGS + "<TargetPrefix>" + "x".repeat(701) + "</TargetPrefix>"))
                .isInstanceOfSatisfying(
                        S3ErrorException.class,
                        refused -> assertThat(refused.error().code().code()).isEqualTo("KeyTooLongError"));
    }

    private static Optional<BucketLogging> read(String enabled) {
        return BucketLogging.read(
                ("<BucketLoggingStatus xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><LoggingEnabled>" + enabled
                                + "</LoggingEnabled></BucketLoggingStatus>")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
