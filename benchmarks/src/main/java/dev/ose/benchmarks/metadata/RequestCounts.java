package dev.ose.benchmarks.metadata;

import dev.ose.benchmarks.ProcessUsage;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * What this process and the database took since the start.
 *
 * @param received bytes from the database
 * @param logged bytes of the log of the database
 */
record RequestCounts(
        long roundTrips, long received, long transactions, long logged, Duration ours, Duration databases) {

    static RequestCounts now(ProcessHandle server, Tables tables) {
        Tables.Written written = tables.written();
        return new RequestCounts(
                CountedSockets.roundTrips(),
                CountedSockets.receivedBytes(),
                written.transactions(),
                written.logged(),
                ProcessUsage.processorTime(Stream.of(ProcessHandle.current())),
                ProcessUsage.singleThreadedTime(Stream.concat(Stream.of(server), server.descendants())));
    }

    RequestCounts minus(RequestCounts before) {
        return new RequestCounts(
                roundTrips - before.roundTrips,
                received - before.received,
                transactions - before.transactions,
                logged - before.logged,
                ours.minus(before.ours),
                databases.minus(before.databases));
    }
}
