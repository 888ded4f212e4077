package dev.ose.server.ledger.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.ObjectColumns;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.log.LogEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Entries of the log as rows of {@code ledger_log}. */
final class LogCodec {

    /** The columns that {@link #read} reads. */
    static final String COLUMNS = "bucket_id, op_id, key, kind, size_bytes, modified_micros, etag, version_id";

    /** The columns as arrays, in the order of {@link #add}. */
    static final String ARRAYS = "?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[],"
            + " ?::text[], ?::smallint[]";

    /** Lanes of the log, each applied on its own. */
    static final int LANES = 8;

    private LogCodec() {}

    static int laneOf(BucketId bucket) {
        return (int) Math.floorMod(bucket.value(), (long) LANES);
    }

    /** Adds the columns and then the lanes. */
    static void add(ObjectSql sql, List<LogEntry> entries) throws SQLException {
        sql.addArray("bigint", numbers(entries, each -> each.bucket().value()));
        sql.addArray("bigint", numbers(entries, Intent::operationId));
        sql.addArray("text", texts(entries, each -> each.intent().key().value()));
        sql.addArray("text", texts(entries, each -> kind(each.outcome()).name()));
        sql.addArray("bigint", facts(entries, ObjectFacts::sizeBytes, Long[]::new));
        sql.addArray("bigint", facts(entries, ObjectColumns::micros, Long[]::new));
        sql.addArray("bytea", facts(entries, ObjectColumns::etag, byte[][]::new));
        sql.addArray("text", texts(entries, LogCodec::version));
        sql.addArray(
                "smallint",
                entries.stream()
                        .map(each -> (short) laneOf(each.intent().bucket()))
                        .toArray(Short[]::new));
    }

    private static long[] numbers(List<LogEntry> entries, ToLongFunction<Intent> number) {
        return entries.stream().map(LogEntry::intent).mapToLong(number).toArray();
    }

    private static @Nullable String[] texts(List<LogEntry> entries, Function<LogEntry, @Nullable String> text) {
        return entries.stream().map(text).toArray(String[]::new);
    }

    private static <T> T[] facts(List<LogEntry> entries, Function<ObjectFacts, T> column, IntFunction<T[]> array) {
        T[] values = array.apply(entries.size());
        for (int i = 0; i < values.length; i++) {
            @Nullable ObjectFacts facts = factsOf(entries.get(i).outcome());
            if (facts != null) {
                values[i] = column.apply(facts);
            }
        }
        return values;
    }

    private static @Nullable ObjectFacts factsOf(@Nullable WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written(ObjectFacts facts) -> facts;
            case WriteOutcome.Assumed(ObjectFacts facts) -> facts;
            case null, default -> null;
        };
    }

    private static @Nullable String version(LogEntry entry) {
        @Nullable ObjectFacts facts = factsOf(entry.outcome());
        return facts != null
                ? facts.versionId()
                : entry.outcome() instanceof WriteOutcome.Hidden(@Nullable String marker) ? marker : null;
    }

    private static Kind kind(@Nullable WriteOutcome outcome) {
        return switch (outcome) {
            case null -> Kind.BEGIN;
            case WriteOutcome.Written written -> Kind.WRITTEN;
            case WriteOutcome.Assumed assumed -> Kind.ASSUMED;
            case WriteOutcome.Deleted deleted -> Kind.DELETED;
            case WriteOutcome.Hidden hidden -> Kind.HIDDEN;
            case WriteOutcome.Changed changed -> Kind.CHANGED;
            case WriteOutcome.Unknown unknown -> Kind.UNKNOWN;
            case WriteOutcome.Refused refused -> Kind.REFUSED;
        };
    }

    /** Reads {@link #COLUMNS} from the first column on. */
    static LogEntry read(ResultSet row) throws SQLException {
        Intent intent = new Intent(row.getLong(2), new BucketId(row.getLong(1)), new ObjectKey(row.getString(3)));
        return new LogEntry(
                intent,
                switch (Kind.valueOf(row.getString(4))) {
                    case BEGIN -> null;
                    case WRITTEN -> new WriteOutcome.Written(facts(row));
                    case ASSUMED -> new WriteOutcome.Assumed(facts(row));
                    case DELETED -> new WriteOutcome.Deleted();
                    case HIDDEN -> new WriteOutcome.Hidden(row.getString(8));
                    case CHANGED -> new WriteOutcome.Changed();
                    case UNKNOWN -> new WriteOutcome.Unknown();
                    case REFUSED -> new WriteOutcome.Refused();
                });
    }

    private static ObjectFacts facts(ResultSet row) throws SQLException {
        return ObjectColumns.facts(
                row.getLong(5), row.getLong(6), Objects.requireNonNull(row.getBytes(7)), row.getString(8));
    }

    /** The values of the column. */
    private enum Kind {
        BEGIN,
        WRITTEN,
        ASSUMED,
        DELETED,
        HIDDEN,
        CHANGED,
        UNKNOWN,
        REFUSED
    }
}
