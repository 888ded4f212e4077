package dev.ose.server.transfer.split;

import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.FakeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One client that uploads to {@link FakeParts}, turn by turn. */
final class FakeUpload extends FakeSource {

    /** Bytes that the client sends a turn. */
    int clientBytesPerTurn = 1_000;
    /** Where the body breaks. */
    int breaksAt = Integer.MAX_VALUE;
    /** Whether the end of the body shows that it is not what was stated. */
    boolean isBad;

    int taken;
    final SplitUpload upload;
    final FairBudget.Lease lease;
    private final byte[] body;
    private final FakeParts parts;
    private final List<Runnable> paused = new ArrayList<>();
    private int arrived;

    @Nullable
    SplitOutcome outcome;

    FakeUpload(UploadSplit node, Object tenant, byte[] body, FakeParts parts) {
        this.body = body;
        this.parts = parts;
        this.lease = node.lease(tenant).orElseThrow();
        this.upload = node.upload(
                new UploadSplit.Body(this, body.length, "fake"),
                lease,
                parts,
                (_, task) -> paused.add(task),
                it -> outcome = it);
    }

    void turn() {
        parts.turn();
        List<Runnable> due = new ArrayList<>(paused);
        paused.clear();
        due.forEach(Runnable::run);
        // The kernel holds this much of a body that is not read.
        arrived = Math.min(body.length, Math.min(taken + 2_000, arrived + clientBytesPerTurn));
        offer();
    }

    /** Turns until the end. */
    SplitOutcome run() {
        upload.start();
        for (int turn = 0; outcome == null; turn++) {
            turn();
            if (turn > 1_000_000) {
                throw new AssertionError("hangs after " + taken + " bytes");
            }
        }
        lease.close();
        return outcome;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        if (taken >= breaksAt) {
            throw new IOException("broke");
        }
        if (taken == body.length) {
            if (isBad) {
                throw new IOException("bad");
            }
            return -1;
        }
        int count = Math.min(Math.min(arrived, breaksAt) - taken, destination.remaining());
        destination.put(body, taken, count);
        taken += count;
        return count;
    }

    @Override
    public void abort() {
        throw new AssertionError("the client's connection is not for the upload to end");
    }
}
