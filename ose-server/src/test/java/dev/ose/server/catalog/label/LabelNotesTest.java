package dev.ose.server.catalog.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LabelNotesTest {

    private final MemoryLabels queue = new MemoryLabels();
    private final LabelNotes notes = new LabelNotes(queue);

    @Test
    void silentDatabaseBlocksFewCallsAndNoneOnceItFailed() throws InterruptedException {
        queue.isGone = true;
        queue.silence = new CountDownLatch(1);
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < LabelNotes.MAX_AT_ONCE; i++) {
            ObjectAddress address = address("held" + i);
            waiting.add(Thread.ofVirtual().start(() -> notes.changed(address, true)));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> queue.begun.get() >= LabelNotes.MAX_AT_ONCE);

        notes.changed(address("beyond"), true);
        queue.silence.countDown();
        for (Thread each : waiting) {
            each.join();
        }
        assertThat(notes.isBehind()).isTrue();
        queue.silence = new CountDownLatch(1);
        notes.changed(address("after"), true);
        assertThat(queue.begun).hasValue(LabelNotes.MAX_AT_ONCE);

        queue.silence.countDown();
        notes.noteRest();
        assertThat(notes.isBehind()).as("tried again in vain").isTrue();
        queue.isGone = false;
        notes.noteRest();
        assertThat(notes.isBehind()).isFalse();
        assertThat(queue.noted)
                .hasSize(LabelNotes.MAX_AT_ONCE + 2)
                .contains(address("held0"), address("beyond"), address("after"));
    }

    @Test
    void whatThereIsNoRoomForIsCounted() {
        for (int i = 0; i < 10_003; i++) {
            notes.changedUnnoted(address("k" + i), true);
        }
        notes.changedUnnoted(address("k0"), false);

        assertThat(notes.lost()).isEqualTo(3);
        notes.noteRest();
        assertThat(queue.noted).hasSize(10_000);
        assertThat(queue.unsure).containsExactly(address("k0"));
    }

    private static ObjectAddress address(String key) {
        return new ObjectAddress(new BucketId(1), new ObjectKey(key));
    }
}
