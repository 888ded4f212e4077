package dev.ose.server.runtime.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartsTest {

    private final List<String> stopped = new ArrayList<>();
    private final Parts parts = new Parts();

    @Test
    void partsStopOnceInReverseOrder() {
        add("first");
        add("second");

        parts.close();
        parts.close();

        assertThat(stopped).containsExactly("second", "first");
    }

    @Test
    void partThatFailsDoesNotKeepTheOthersRunning() {
        add("first");
        parts.add("broken", () -> {
            throw new IllegalArgumentException("cannot stop");
        });

        parts.close();

        assertThat(stopped).containsExactly("first");
    }

    @Test
    void partThatStartsTooLateIsStoppedAtOnce() {
        parts.close();

        assertThatIllegalStateException().isThrownBy(() -> add("late"));
        assertThat(stopped).containsExactly("late");
    }

    private void add(String name) {
        parts.add(name, () -> stopped.add(name));
    }
}
