package dev.ose.server.ledger.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which writes are begun again under another number, and what has to be ended then. */
class OpenWritesTest {

    private final OperationIds ids = new OperationIds(1);
    private final OpenWrites writes = new OpenWrites(ids, 3);

    @Test
    void thereAreNoMoreThanTheLimit() {
        begin("a");
        begin("b");

        assertThat(writes.begin(new BucketId(1), List.of(new ObjectKey("c"), new ObjectKey("d"))))
                .isEmpty();
        begin("c");
        assertThat(writes.size()).isEqualTo(3);
    }

    @Test
    void writeThatWasBegunAgainIsEndedUnderBothIds() {
        Intent first = begin("a");
        OpenWrites.Again again = moved();
        assertThat(writes.replace(again)).isEmpty();
        assertThat(writes.beginAgain()).as("once is enough").isEmpty();

        assertThat(writes.end(first)).contains(changed(again.intent()));
        assertThat(writes.end(again.intent())).isEmpty();

        assertThat(writes.size()).isZero();
    }

    @Test
    void writeThatEndsMeanwhileIsEndedOnceMore() {
        Intent first = begin("a");
        OpenWrites.Again again = moved();
        assertThat(writes.end(first)).isEmpty();

        assertThat(writes.replace(again)).contains(changed(again.intent()));
        assertThat(writes.end(again.intent())).isEmpty();

        assertThat(writes.size()).isZero();
    }

    @Test
    void intentBetweenTheFirstAndTheLastIsEnded() {
        Intent first = begin("a");
        OpenWrites.Again second = moved();
        OpenWrites.Again third = writes.beginAgain().getFirst();
        assertThat(writes.replace(second)).isEmpty();

        assertThat(writes.replace(third)).contains(changed(second.intent()));
        assertThat(writes.end(second.intent())).isEmpty();
        assertThat(writes.end(first)).contains(changed(third.intent()));
        assertThat(writes.end(third.intent())).isEmpty();

        assertThat(writes.size()).isZero();
    }

    @Test
    void writeThatWillNotHappenIsNotBegunAgain() {
        Intent lost = begin("a");
        writes.giveUp(lost);
        ids.moveTo(2);

        assertThat(writes.beginAgain()).isEmpty();
        assertThat(writes.end(lost)).isEmpty();

        assertThat(writes.size()).isZero();
    }

    private Intent begin(String key) {
        return writes.begin(new BucketId(1), List.of(new ObjectKey(key)))
                .orElseThrow()
                .getFirst();
    }

    /** The only write as it is begun again under the next number. */
    private OpenWrites.Again moved() {
        ids.moveTo(2);
        List<OpenWrites.Again> again = writes.beginAgain();
        assertThat(again).hasSize(1);
        return again.getFirst();
    }

    private static Completion changed(Intent intent) {
        return new Completion(intent, new WriteOutcome.Changed());
    }
}
