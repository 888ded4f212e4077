package dev.ose.it;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The clients' operations on each key with their answers. Finds answers that no order of the writes explains: content
 * older than a write that was acknowledged before the read began, or never written. Thread-safe.
 */
final class KeyHistories {

    /** The result of reading an absent key. */
    static final String NOTHING = "";

    private static final long NEVER = Long.MAX_VALUE;

    private final long start = System.nanoTime();
    private final Map<String, ConcurrentLinkedQueue<Write>> writes = new ConcurrentHashMap<>();
    private final Map<String, ConcurrentLinkedQueue<Read>> reads = new ConcurrentHashMap<>();

    /** The client's knowledge of its write. */
    enum End {
        ACKNOWLEDGED,
        /** It may have happened, and may happen still. */
        UNKNOWN
    }

    private record Write(String value, long began, long ended) {

        /** Whether every later read must return this write or a later one. */
        boolean isOverBefore(long moment) {
            return ended < moment;
        }
    }

    private record Read(String value, long began, long ended) {}

    /** Nanoseconds since the beginning. */
    long now() {
        return System.nanoTime() - start;
    }

    /**
     * A write that has ended now.
     *
     * @param value no other write's, or {@link #NOTHING} for a deletion
     */
    void wrote(String key, String value, long began, End end) {
        writes.computeIfAbsent(key, absent -> new ConcurrentLinkedQueue<>())
                .add(new Write(value, began, end == End.ACKNOWLEDGED ? now() : NEVER));
    }

    /** A read that has ended now. */
    void read(String key, String value, long began) {
        reads.computeIfAbsent(key, absent -> new ConcurrentLinkedQueue<>()).add(new Read(value, began, now()));
    }

    /** How many writes were acknowledged. */
    long acknowledged() {
        return writes.values().stream()
                .flatMap(ConcurrentLinkedQueue::stream)
                .filter(write -> write.ended() != NEVER)
                .count();
    }

    /** How many writes there were. */
    long all() {
        return writes.values().stream().mapToLong(ConcurrentLinkedQueue::size).sum();
    }

    /** The inconsistent answers to reads. */
    List<String> contradictions() {
        List<String> found = new ArrayList<>();
        reads.forEach((key, all) -> all.forEach(read -> explain(key, read).ifPresent(found::add)));
        return found;
    }

    private Optional<String> explain(String key, Read read) {
        List<Write> known = new ArrayList<>(writes.getOrDefault(key, new ConcurrentLinkedQueue<>()));
        known.add(new Write(NOTHING, -1, -1));
        boolean isPossible = known.stream()
                .filter(write -> write.value().equals(read.value()) && write.began() < read.ended())
                .anyMatch(write -> known.stream()
                        .noneMatch(other -> write.isOverBefore(other.began()) && other.isOverBefore(read.began())));
        return isPossible ? Optional.empty() : Optional.of(key + ": " + read + " cannot be after " + known);
    }
}
