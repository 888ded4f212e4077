package dev.ose.keeper.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.keeper.process.ChildLauncher;
import dev.ose.keeper.process.CrashReports;
import dev.ose.keeper.process.NodeLauncher;
import dev.ose.keeper.process.UnitLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostMortemTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    private Path run;

    private @Nullable CrashReports words;
    private Instant now = Instant.parse("2026-11-22T00:00:00Z");
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);

    /** They are written in the background, to a directory that is deleted with the test. */
    @AfterEach
    void awaitCrashReports() throws IOException {
        crashReports().places();
    }

    @Test
    void unitThatTellsLateIsWaitedForAndItsWordIsKept() throws IOException {
        PostMortem postMortem = of(new UnitLauncher(run, clock));

        assertThat(postMortem.examine(null)).isEmpty();
        now = now.plus(TIMEOUT).minusMillis(1);
        assertThat(postMortem.examine(null)).isEmpty();
        Files.writeString(run.resolve("server.ended"), "killed KILL\n");

        assertThat(postMortem.examine(null))
                .hasValueSatisfying(it -> assertThat(it.sentence()).contains("signal 9"));
        assertThat(words()).contains("OSE-3201", "signal 9");
    }

    @Test
    void unitThatNeverTellsIsNotWaitedForForEver() {
        PostMortem postMortem = of(new UnitLauncher(run, clock));
        postMortem.examine(null);

        now = now.plus(TIMEOUT);

        assertThat(postMortem.examine(null))
                .hasValueSatisfying(it -> assertThat(it.sentence()).contains("its exit status is not known"));
    }

    @Test
    void nodeOfAnEarlierKeeperIsJudgedAtOnce() {
        PostMortem postMortem = of(new ChildLauncher(Path.of("java"), run, run, true));

        assertThat(postMortem.examine(null)).isPresent();
    }

    private PostMortem of(NodeLauncher launcher) {
        return new PostMortem(launcher, crashReports(), run, clock);
    }

    private CrashReports crashReports() {
        if (words == null) {
            words = new CrashReports(run.resolve("words"), run, clock);
        }
        return words;
    }

    private String words() throws IOException {
        return Files.readString(crashReports().places().getFirst().resolve("summary.txt"));
    }
}
