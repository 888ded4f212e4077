package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.KeyHistories.End;
import org.junit.jupiter.api.Test;

/** Does the judge of the tests of consistency see what it is there for? */
final class KeyHistoriesTest {

    private final KeyHistories histories = new KeyHistories();

    @Test
    void newestAcknowledgedWriteIsWhatMustBeRead() {
        write("old", End.ACKNOWLEDGED);
        write("new", End.ACKNOWLEDGED);

        read("new");
        assertThat(histories.contradictions()).isEmpty();
        read("old");
        assertThat(histories.contradictions()).hasSize(1);
    }

    @Test
    void writesThatOverlapMayBeFoundInEitherOrder() {
        long first = histories.now();
        long second = histories.now();
        histories.wrote("key", "first", first, End.ACKNOWLEDGED);
        histories.wrote("key", "second", second, End.ACKNOWLEDGED);

        read("first");
        read("second");

        assertThat(histories.contradictions()).isEmpty();
    }

    @Test
    void writeWithoutAnAnswerMayShowAtAnyTime() {
        write("unanswered", End.UNKNOWN);
        write("known", End.ACKNOWLEDGED);

        read("known");
        read("unanswered");

        assertThat(histories.contradictions()).isEmpty();
    }

    @Test
    void lostWriteAndUnwrittenContentAreNoticed() {
        read(KeyHistories.NOTHING);
        assertThat(histories.contradictions()).isEmpty();

        write("lost", End.ACKNOWLEDGED);
        read(KeyHistories.NOTHING);
        read("invented");

        assertThat(histories.contradictions()).hasSize(2);
    }

    @Test
    void deletedObjectIsReadAgainOnlyAfterANewWrite() {
        write("gone", End.ACKNOWLEDGED);
        write(KeyHistories.NOTHING, End.ACKNOWLEDGED);

        read(KeyHistories.NOTHING);
        assertThat(histories.contradictions()).isEmpty();
        read("gone");
        assertThat(histories.contradictions()).hasSize(1);
    }

    private void write(String value, End end) {
        long began = tick();
        histories.wrote("key", value, began, end);
        tick();
    }

    private void read(String value) {
        histories.read("key", value, tick());
    }

    /** A moment that differs from all before and after. */
    private long tick() {
        long before = histories.now();
        long now = histories.now();
        while (now == before) {
            now = histories.now();
        }
        return now;
    }
}
