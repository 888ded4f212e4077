package dev.ose.server.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.Finding.Verdict;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The findings of checks. */
class FindingsTest {

    @Test
    void clockIsJudgedByWhatPlatformsRefuse() {
        assertThat(PlatformCheck.judgeClock(Duration.ofSeconds(-4)).connectivity())
                .isEqualTo(Verdict.Valid);
        assertThat(PlatformCheck.judgeClock(Duration.ofMinutes(-2)).connectivity())
                .isEqualTo(Verdict.Warning);
        assertThat(PlatformCheck.judgeClock(Duration.ofMinutes(15)).connectivity())
                .isEqualTo(Verdict.Failed);
    }

    @Test
    void s3AnswerIsJudgedByWhoSigned() {
        URI endpoint = URI.create("https://s3.example.com");

        assertThat(PlatformCheck.judge("S3", endpoint, 200).connectivity()).isEqualTo(Verdict.Valid);
        assertThat(PlatformCheck.judge("S3", endpoint, 403).connectivity()).isEqualTo(Verdict.Failed);
        assertThat(PlatformCheck.judgeRefusal("S3", endpoint, 403, "<Error><Code>InvalidAccessKeyId</Code></Error>")
                        .connectivity())
                .isEqualTo(Verdict.Valid);
        assertThat(PlatformCheck.judgeRefusal("S3", endpoint, 403, "<html>").connectivity())
                .as("a page of something else")
                .isEqualTo(Verdict.Failed);
        assertThat(PlatformCheck.judgeRefusal("S3", endpoint, 200, "<Code>").connectivity())
                .as("a server that lets every request in")
                .isEqualTo(Verdict.Failed);
    }

    @Test
    void hostThatIsBehindTheDatabaseIsToldSo() {
        assertThat(DatabaseCheck.clock(Duration.ofSeconds(4)).connectivity()).isEqualTo(Verdict.Valid);
        assertThat(DatabaseCheck.clock(Duration.ofSeconds(-6)).connectivity()).isEqualTo(Verdict.Warning);
        assertThat(DatabaseCheck.clock(Duration.ofSeconds(-6)).detail()).contains("behind");
    }

    @Test
    void diskIsJudgedByWhatIsFree() {
        assertThat(DiskCheck.judge(Path.of("."), 20L << 30).connectivity()).isEqualTo(Verdict.Valid);
        assertThat(DiskCheck.judge(Path.of("."), 2L << 30).connectivity()).isEqualTo(Verdict.Warning);
        assertThat(DiskCheck.judge(Path.of("."), 1L << 20).connectivity()).isEqualTo(Verdict.Failed);
    }

    @Test
    void encodingThatLosesKeysIsRefusedAndAnyCollationTaken() {
        assertThat(DatabaseCheck.encoding("SQL_ASCII").connectivity()).isEqualTo(Verdict.Failed);
        assertThat(DatabaseCheck.collation("en_US.UTF-8").connectivity()).isEqualTo(Verdict.Warning);
        assertThat(DatabaseCheck.collation("C.UTF-8").connectivity()).isEqualTo(Verdict.Valid);
    }
}
