package dev.ose.server.ledger.commit;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A node's side of a ledger that is a log: the begins and ends of requests are appended, many in one transaction, and a
 * request waits for nothing else. An append takes two steps here, so that anything may happen while it is under way.
 */
final class LogLedger implements ObjectLedger {

    private final String node;
    private final OperationIds ids;
    private final LogLedgerHarness world;
    private final @Nullable OutageBuffer outage;
    private final List<LedgerEntry> queue = new ArrayList<>();
    private final List<Completion> unresolved = new ArrayList<>();
    private final Set<ObjectAddress> recent = new TreeSet<>();
    /** Open writes whose begins are committed, by their first operation ids. */
    private final Map<Long, Intent> known = new TreeMap<>();

    private int open;
    private int failovers;
    /** Numbers to give up once the open writes are begun under the present one. */
    private final Set<Integer> leaving = new TreeSet<>();

    private @Nullable Sent sent;

    LogLedger(String node, OperationIds ids, LogLedgerHarness world, @Nullable OutageBuffer outage) {
        this.node = node;
        this.ids = ids;
        this.world = world;
        this.outage = outage;
    }

    @Override
    public CompletableFuture<Intent> begin(BucketId bucket, ObjectKey key) {
        return beginAll(bucket, List.of(key)).thenApply(List::getFirst);
    }

    @Override
    public CompletableFuture<List<Intent>> beginAll(BucketId bucket, Collection<ObjectKey> keys) {
        List<Intent> intents =
                keys.stream().map(key -> new Intent(ids.next(), bucket, key)).toList();
        CompletableFuture<List<Intent>> promise = new CompletableFuture<>();
        open += intents.size();
        queue.add(new LedgerEntry.Begin(intents, promise));
        return promise;
    }

    @Override
    public CompletableFuture<Void> complete(Intent intent, WriteOutcome outcome) {
        CompletableFuture<Void> promise = new CompletableFuture<>();
        queue.add(new LedgerEntry.End(new Completion(intent, outcome), promise));
        return promise;
    }

    boolean isBusy() {
        return open > 0
                || !queue.isEmpty()
                || sent != null
                || !leaving.isEmpty()
                || !unresolved.isEmpty()
                || (outage != null && outage.journalBytes() > 0);
    }

    /** The node dies with its memory; the database continues with what it received. */
    void die() {
        if (sent != null && world.isUnderWay(sent.append())) {
            world.giveUp(sent.append());
        }
    }

    /** Ends the append under way, which {@code tables} may fail, and sends the next. */
    void step(LedgerTables tables) {
        if (outage != null) {
            outage.replay(tables);
        }
        if (sent != null) {
            hear(sent, tables);
        }
        if (failovers != world.failovers()) {
            failovers = world.failovers();
            ids.moveTo(world.register(node));
            markRecent(world.tables());
        } else if (ids.isInDoubt() && !world.has(LogFlaw.DOUBT_IS_IGNORED)) {
            renumber();
        }
        if (outage != null && outage.isOn()) {
            journal(new Batch(take(queue), List.of()), false);
        } else {
            send();
        }
    }

    /** Marks what the promoted standby may lack. */
    private void markRecent(LedgerTables tables) {
        if (!world.has(LogFlaw.RECENT_WRITES_ARE_NOT_MARKED)) {
            SortedMap<ObjectAddress, Boolean> dirty = new TreeMap<>();
            recent.forEach(address -> dirty.put(address, true));
            tables.transact(transaction -> OutageBuffer.mark(transaction, dirty));
        }
    }

    /**
     * Begins that were given up may still be committed, so the number under which they were sent must be given up, with
     * all open writes under it. These are begun once more under the next number before the old one is given up: a key
     * is never without the begin of a write that may still reach the platform.
     */
    private void renumber() {
        int old = OperationIds.nodeOf(ids.next());
        ids.moveTo(world.registerBeside(node));
        known.replaceAll((original, intent) -> again(intent));
        if (world.has(LogFlaw.OPEN_WRITES_ARE_LEFT_BEHIND)) {
            known.clear();
            world.expire(old);
        } else {
            leaving.add(old);
        }
    }

    private Intent again(Intent intent) {
        return new Intent(ids.next(), intent.bucket(), intent.key());
    }

    private void send() {
        Batch batch = new Batch(take(queue), take(unresolved));
        if (batch.isEmpty() && leaving.isEmpty()) {
            return;
        }
        List<LogEntry> entries = new ArrayList<>();
        if (!leaving.isEmpty()) {
            known.values().forEach(intent -> entries.add(new LogEntry.Begun(intent)));
        }
        batch.ended().forEach(completion -> end(completion, entries));
        Map<Long, Intent> begun = new TreeMap<>();
        int number = OperationIds.nodeOf(ids.next());
        for (Intent intent : batch.begun()) {
            Intent latest = OperationIds.nodeOf(intent.operationId()) == number ? intent : again(intent);
            begun.put(intent.operationId(), latest);
            entries.add(new LogEntry.Begun(latest));
        }
        sent = new Sent(batch, begun, world.send(entries), Set.copyOf(leaving));
        if (world.has(LogFlaw.BEGIN_IS_NOT_WAITED_FOR)) {
            batch.requests().stream()
                    .filter(LedgerEntry.Begin.class::isInstance)
                    .forEach(LedgerEntry::succeed);
        }
    }

    /** Ends the write under each number under which it may be open. */
    private void end(Completion completion, List<LogEntry> entries) {
        Intent original = completion.intent();
        Intent latest = known.getOrDefault(original.operationId(), original);
        if (latest.operationId() != original.operationId()) {
            entries.add(new LogEntry.Ended(new Completion(original, new WriteOutcome.Refused())));
        }
        entries.add(new LogEntry.Ended(new Completion(latest, completion.outcome())));
    }

    private void hear(Sent heard, LedgerTables tables) {
        sent = null;
        try {
            if (!world.isCalm()) {
                tables.transact(transaction -> {});
            }
        } catch (FailureException e) {
            recover(heard, e.failure() instanceof Failure.OutcomeUnknown);
            return;
        }
        if (!world.isUnderWay(heard.append())) {
            recover(heard, true);
            return;
        }
        world.commit(heard.append());
        Batch batch = heard.batch();
        open -= batch.ended().size();
        if (outage != null) {
            outage.ended(batch.ended());
        }
        heard.left().forEach(world::expire);
        leaving.removeAll(heard.left());
        known.putAll(heard.begun());
        batch.ended().forEach(completion -> {
            known.remove(completion.intent().operationId());
            recent.add(completion.address());
        });
        batch.requests().forEach(LedgerEntry::succeed);
    }

    private void recover(Sent lost, boolean mayBeCommitted) {
        Batch batch = lost.batch();
        unresolved.addAll(batch.again());
        if (world.isUnderWay(lost.append())) {
            if (mayBeCommitted) {
                world.giveUp(lost.append());
            } else {
                world.abort(lost.append());
            }
        }
        if (mayBeCommitted && !(batch.begun().isEmpty() && lost.left().isEmpty())) {
            ids.doubt();
        }
        if (outage == null) {
            batch.requests().forEach(request -> putAside(request, mayBeCommitted));
        } else {
            outage.begin();
            journal(batch, mayBeCommitted);
        }
    }

    private void journal(Batch batch, boolean mayBeCommitted) {
        for (LedgerEntry request : batch.requests()) {
            switch (request) {
                case LedgerEntry.Begin begin -> journal(begin, mayBeCommitted);
                case LedgerEntry.End end -> journal(end);
            }
        }
    }

    private void journal(LedgerEntry.Begin begin, boolean mayBeCommitted) {
        switch (Objects.requireNonNull(outage).takeBegun(begin.intents(), mayBeCommitted)) {
            case YES -> begin.succeed();
            case OVER -> {
                if (mayBeCommitted) {
                    putAside(begin, true);
                } else {
                    queue.add(begin);
                }
            }
            case NO -> putAside(begin, mayBeCommitted);
        }
    }

    private void journal(LedgerEntry.End end) {
        OutageBuffer away = Objects.requireNonNull(outage);
        Completion completion = end.completion();
        OutageBuffer.Taken taken = away.takeEnded(List.of(completion));
        if (taken == OutageBuffer.Taken.OVER) {
            queue.add(end);
            return;
        }
        if (away.endedHere(completion.intent()) && taken == OutageBuffer.Taken.YES) {
            open--;
        } else {
            unresolved.add(completion);
        }
        end.succeed();
    }

    private void putAside(LedgerEntry request, boolean mayBeCommitted) {
        switch (request) {
            case LedgerEntry.Begin begin -> {
                if (mayBeCommitted) {
                    begin.intents()
                            .forEach(intent -> unresolved.add(new Completion(intent, new WriteOutcome.Refused())));
                } else {
                    open -= begin.weight();
                }
            }
            case LedgerEntry.End end -> unresolved.add(end.completion());
        }
        request.fail(new FailureException(new Failure.MetadataUnavailable()));
    }

    private static <T> List<T> take(List<T> from) {
        List<T> taken = List.copyOf(from);
        from.clear();
        return taken;
    }

    /**
     * An append under way.
     *
     * @param begun the writes that it begins, by their first operation ids
     * @param left the numbers that may be given up when it is committed
     */
    private record Sent(Batch batch, Map<Long, Intent> begun, LogLedgerHarness.Append append, Set<Integer> left) {}
}
