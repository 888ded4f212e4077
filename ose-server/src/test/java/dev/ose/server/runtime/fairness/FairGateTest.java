package dev.ose.server.runtime.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairGateTest {

    private final FairGate gate = new FairGate(2, 3);
    private final List<String> begun = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    private void enter(String task) {
        gate.enter(task.substring(0, 1), () -> begun.add(task), () -> refused.add(task));
    }

    @Test
    void shareWaitsForItsOwnTasksOnly() {
        enter("a1");
        enter("a2");
        enter("a3");
        enter("b1");

        assertThat(begun).containsExactly("a1", "a2", "b1");
        gate.leave("b");
        assertThat(begun).hasSize(3);
        gate.leave("a");
        assertThat(begun).endsWith("a3").hasSize(4);
    }

    @Test
    void shareWithMostWaitingTasksIsRefused() {
        for (int i = 1; i <= 6; i++) {
            enter("a" + i);
        }
        assertThat(refused).containsExactly("a6");
        enter("b1");
        enter("b2");
        enter("b3");

        assertThat(refused).containsExactly("a6", "a5");
        assertThat(begun).containsExactly("a1", "a2", "b1", "b2");
    }

    @Test
    void taskThatLeavesAtOnceMakesRoom() {
        gate.enter("a", () -> gate.leave("a"), () -> refused.add("a"));
        enter("a1");
        enter("a2");

        assertThat(begun).containsExactly("a1", "a2");
        assertThat(refused).isEmpty();
    }
}
