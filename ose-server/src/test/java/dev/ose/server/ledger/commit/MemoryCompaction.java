package dev.ose.server.ledger.commit;

import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Compacts objects in half of the histories: reads without a lock, and replaces later what has not changed. */
final class MemoryCompaction {

    private static final int MEAN_TICKS = 6;

    private final Random random;
    private final Settlements settlements;
    private final Supplier<MemoryRows> rows;
    private final boolean isOn;
    private MemoryRows.@Nullable Read read;

    /** @param rows those that are committed at the moment */
    MemoryCompaction(Random random, Settlements settlements, Supplier<MemoryRows> rows) {
        this.random = random;
        this.settlements = settlements;
        this.rows = rows;
        this.isOn = random.nextBoolean();
    }

    /** Returns whether it has committed something. */
    boolean tick() {
        if (!isOn || random.nextInt(MEAN_TICKS) > 0) {
            return false;
        }
        MemoryRows.@Nullable Read before = read;
        if (before == null) {
            read = rows.get().read(random);
            return false;
        }
        read = null;
        settlements.releaseAll();
        rows.get().exchange(before);
        return true;
    }

    /** The database fails over. */
    void drop() {
        read = null;
    }
}
