package dev.ose.server.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.log.LogChange.RowStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LogResolutionTest {

    private static final ObjectAddress KEY = new ObjectAddress(new BucketId(1), new ObjectKey("k"));
    private static final Intent FIRST = new Intent(1, KEY.bucket(), KEY.key());
    private static final Intent SECOND = new Intent(2, KEY.bucket(), KEY.key());

    @Test
    void writesOneAfterTheOtherAreStepsOneAfterTheOther() {
        LogChange change =
                resolve(begin(FIRST), written(FIRST, 1), begin(SECOND), end(SECOND, new WriteOutcome.Deleted()));

        assertThat(change.steps()).extracting(RowStep::rows).containsExactly(sorted(fact(1)), sorted());
        assertThat(change.steps()).extracting(RowStep::gone).element(1).isEqualTo(Set.of(KEY));
        assertThat(change.dirty()).isEmpty();
        assertThat(change.open()).isEmpty();
        assertThat(change.ended()).isEmpty();
    }

    @Test
    void ofChangesThatNobodyIsToldOfTheLastIsMade() {
        LogChange change = LogResolution.resolve(
                List.of(begin(FIRST), written(FIRST, 1), begin(SECOND), written(SECOND, 2)),
                List.of(),
                Set.of(),
                false);

        assertThat(change.steps()).extracting(RowStep::rows).containsExactly(sorted(fact(2)));
    }

    @Test
    void whatBecomesAnOlderVersionIsWrittenFirst() {
        LogChange change = LogResolution.resolve(
                List.of(begin(FIRST), written(FIRST, 1), begin(SECOND), end(SECOND, new WriteOutcome.Hidden("marker"))),
                List.of(),
                Set.of(),
                false);

        assertThat(change.steps()).hasSize(2);
        assertThat(change.steps().getLast().hidden()).isEqualTo(Map.of(KEY, "marker"));
    }

    @Test
    void writesThatOverlapMakeTheKeyDirty() {
        LogChange change = resolve(begin(FIRST), begin(SECOND), written(FIRST, 1), written(SECOND, 2));

        assertThat(change.dirty()).isEqualTo(Map.of(KEY, false));
        // The second ends alone: until the platform answers, its facts are as good as any.
        assertThat(change.steps()).extracting(RowStep::rows).containsExactly(sorted(fact(2)));
    }

    @Test
    void writeBesideAnOpenOneMakesTheKeyDirty() {
        LogChange change =
                LogResolution.resolve(List.of(begin(SECOND), written(SECOND, 2)), List.of(FIRST), Set.of(), true);

        assertThat(change.dirty()).containsOnlyKeys(KEY);
        assertThat(change.steps()).isEmpty();
    }

    @Test
    void writeThatIsNotOpenMakesTheKeyDirty() {
        assertThat(resolve(written(FIRST, 1)).dirty()).containsOnlyKeys(KEY);
    }

    @Test
    void writeToADirtyKeyIsCountedAndMarksItAgain() {
        LogChange change =
                LogResolution.resolve(List.of(begin(FIRST), written(FIRST, 1)), List.of(), Set.of(KEY), true);

        assertThat(change.dirty()).containsOnlyKeys(KEY);
        assertThat(change.steps()).hasSize(1);
    }

    @Test
    void refusedWriteLeavesNothing() {
        LogChange change = resolve(begin(FIRST), end(FIRST, new WriteOutcome.Refused()));

        assertThat(change).isEqualTo(resolve());
    }

    @Test
    void unknownOutcomeHoldsTheMark() {
        assertThat(resolve(begin(FIRST), end(FIRST, new WriteOutcome.Unknown())).dirty())
                .isEqualTo(Map.of(KEY, true));
    }

    @Test
    void openWriteThatEndsAndBeginsOnceMoreIsOpen() {
        LogChange change = LogResolution.resolve(
                List.of(end(FIRST, new WriteOutcome.Refused()), begin(FIRST)), List.of(FIRST), Set.of(), true);

        assertThat(change.ended()).containsExactly(FIRST);
        assertThat(change.open()).containsExactly(FIRST);
    }

    private static LogChange resolve(LogEntry... entries) {
        return LogResolution.resolve(List.of(entries), List.of(), Set.of(), true);
    }

    private static SortedMap<ObjectAddress, ObjectFacts> sorted(ObjectFacts... facts) {
        return new TreeMap<>(facts.length == 0 ? Map.of() : Map.of(KEY, facts[0]));
    }

    private static LogEntry begin(Intent intent) {
        return LogEntry.begin(intent);
    }

    private static LogEntry written(Intent intent, long size) {
        return end(intent, new WriteOutcome.Written(fact(size)));
    }

    private static LogEntry end(Intent intent, WriteOutcome outcome) {
        return LogEntry.end(new Completion(intent, outcome));
    }

    private static ObjectFacts fact(long size) {
        return new ObjectFacts(size, "e", Instant.EPOCH, null);
    }
}
