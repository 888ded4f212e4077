package dev.ose.keeper.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.keeper.process.Ending;
import dev.ose.keeper.supervision.Diagnosis.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTest {

    @Test
    void reasonThatTheNodeToldCounts() {
        Diagnosis busy = Diagnosis.of(Ending.of(1), () -> List.of("something", "OSE-1103: Port 80 is in use.", "more"));

        assertThat(busy).isEqualTo(new Diagnosis(Kind.CRASH, "OSE-1103", "Port 80 is in use."));
        assertThat(Diagnosis.of(Ending.of(1), () -> List.of("OSE-1105: The database is away."))
                        .kind())
                .isEqualTo(Kind.DATABASE);
        assertThat(Diagnosis.of(Ending.of(2), () -> List.of("OSE-1001: There is no option x."))
                        .kind())
                .isEqualTo(Kind.CONFIGURATION);
        assertThat(Diagnosis.of(Ending.UNSEEN, () -> List.of("OSE-1105: The database is away."))
                        .kind())
                .isEqualTo(Kind.DATABASE);
    }

    @Test
    void reasonOfAnEarlierStartDoesNotCount() {
        Diagnosis killed = Diagnosis.of(Ending.bySignal(9), () -> List.of("OSE-1105: The database is away."));
        assertThat(killed).isEqualTo(new Diagnosis(Kind.CRASH, "OSE-3201", "The node was ended by signal 9."));

        List<String> lines = new ArrayList<>(List.of("OSE-1105: The database is away."));
        for (int i = 0; i < 10; i++) {
            lines.add("served");
        }
        assertThat(Diagnosis.of(Ending.of(1), () -> lines).code()).isEqualTo("OSE-3201");
    }

    /** Reading the log takes seconds on a busy host, and delays the next start. */
    @Test
    void killedNodesLinesAreNotAskedFor() {
        Diagnosis killed = Diagnosis.of(Ending.bySignal(9), () -> {
            throw new AssertionError("the lines were asked for");
        });

        assertThat(killed.code()).isEqualTo("OSE-3201");
    }

    @Test
    void endingsReadAsSentences() {
        assertThat(Ending.of(3).words()).isEqualTo("ran out of memory (exit code 3)");
        assertThat(Ending.of(0).words()).isEqualTo("ended with exit code 0");
        assertThat(Ending.of(137).words()).isEqualTo("was ended by signal 9");
        assertThat(Ending.UNSEEN.words()).isEqualTo("ended; its exit status is not known");
    }
}
