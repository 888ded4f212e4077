package dev.ose.adapter.embedded.store;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The listings of a bucket, in the order of the keys' bytes. With a delimiter, each entry takes one index look-up, so
 * the cost of a common prefix does not depend on the keys below it. Thread-safe; blocks on PostgreSQL.
 */
public final class Listings {

    private static final Table<ObjectVersion> CURRENT = new Table<>(
            "embedded_platform.object_version",
            "rank",
            "and v.is_latest and not v.is_delete_marker",
            VersionStore.COLUMNS,
            VersionStore::version);
    private static final Table<ObjectVersion> VERSIONS =
            new Table<>("embedded_platform.object_version", "rank", "", VersionStore.COLUMNS, VersionStore::version);
    private static final Table<StoredUpload> UPLOADS =
            new Table<>("embedded_platform.upload", "upload_id", "", Uploads.COLUMNS, Uploads::upload);

    /** Before and after all ranks and upload ids, which are hexadecimal. */
    private static final Ties RANKS = new Ties(Long.MIN_VALUE, Long.MAX_VALUE);

    private static final Ties UPLOAD_IDS = new Ties("", "~");

    private final StoreDatabase database;

    public Listings(StoreDatabase database) {
        this.database = database;
    }

    /** A query: keys that start with the prefix, grouped by the delimiter unless it is empty, up to a limit. */
    public record Request(String prefix, String delimiter, int limit) {}

    private record Table<T>(String name, String tie, String filter, String columns, Sql.Row<T> row) {}

    private record Ties(Object before, Object after) {}

    /** Exclusive lower bound: this key and tie. */
    private record Bound(String key, Object tie) {}

    /** Current objects and common prefixes after the marker. */
    public ListingPage<ObjectVersion> current(StoredBucket bucket, Request request, String marker) {
        return page(bucket, CURRENT, RANKS, request, start(request, marker, RANKS.after, RANKS));
    }

    /** Versions and delete markers after a key, or after one version of it. */
    public ListingPage<ObjectVersion> versions(
            StoredBucket bucket, Request request, String keyMarker, @Nullable VersionId versionMarker) {
        Object tie = versionMarker == null ? RANKS.after : rank(bucket, keyMarker, versionMarker);
        return page(bucket, VERSIONS, RANKS, request, start(request, keyMarker, tie, RANKS));
    }

    /** Uploads in progress after a key, or after one upload to it. */
    public ListingPage<StoredUpload> uploads(
            StoredBucket bucket, Request request, String keyMarker, @Nullable UploadId uploadMarker) {
        Object tie = uploadMarker == null ? UPLOAD_IDS.after : uploadMarker.value();
        return page(bucket, UPLOADS, UPLOAD_IDS, request, start(request, keyMarker, tie, UPLOAD_IDS));
    }

    private Object rank(StoredBucket bucket, String keyMarker, VersionId version) {
        if (!version.isNull()) {
            return VersionIds.rank(version);
        }
        return database.read(connection -> Sql.first(
                        connection,
                        "select rank from embedded_platform.object_version"
                                + " where bucket_id = ? and key = ? and version_id = 'null'",
                        row -> row.getLong("rank"),
                        bucket.id(),
                        keyMarker))
                .map(Object.class::cast)
                .orElse(RANKS.after);
    }

    /** A marker inside a common prefix continues after the whole prefix, which was listed before. */
    private static Bound start(Request request, String marker, Object tie, Ties ties) {
        if (ObjectKey.compareUtf8(marker, request.prefix) < 0) {
            return new Bound(request.prefix, ties.before);
        }
        if (!request.delimiter.isEmpty() && marker.startsWith(request.prefix)) {
            int at = marker.indexOf(request.delimiter, request.prefix.length());
            if (at >= 0) {
                String common = marker.substring(0, at + request.delimiter.length());
                return new Bound(successor(common), ties.before);
            }
        }
        return new Bound(marker, tie);
    }

    private <T> ListingPage<T> page(StoredBucket bucket, Table<T> table, Ties ties, Request request, Bound start) {
        if (request.limit == 0) {
            return new ListingPage<>(List.of(), false);
        }
        List<ListingPage.Entry<T>> entries = database.read(connection -> request.delimiter.isEmpty()
                ? flat(connection, bucket, table, request, start)
                : grouped(connection, bucket, table, ties, request, start));
        boolean more = entries.size() > request.limit;
        return new ListingPage<>(more ? entries.subList(0, request.limit) : entries, more);
    }

    private static <T> List<ListingPage.Entry<T>> flat(
            Connection connection, StoredBucket bucket, Table<T> table, Request request, Bound start)
            throws SQLException {
        String end = KeyOrder.afterPrefix(request.prefix).orElse(null);
        String sql = "select " + table.columns + " from " + table.name + " v where v.bucket_id = ? " + table.filter
                + " and (v.key, v." + table.tie + ") > (?, ?)" + (end == null ? "" : " and v.key < ?")
                + " order by v.key, v." + table.tie + " limit " + (request.limit + 1);
        List<Object> arguments = new ArrayList<>(List.of(bucket.id(), start.key, start.tie));
        if (end != null) {
            arguments.add(end);
        }
        return Sql.list(connection, sql, row -> new ListingPage.Item<>(table.row.of(row)), arguments.toArray());
    }

    /** Skips from entry to entry: after a key to the next key, after a common prefix to the first key without it. */
    private static <T> List<ListingPage.Entry<T>> grouped(
            Connection connection, StoredBucket bucket, Table<T> table, Ties ties, Request request, Bound start)
            throws SQLException {
        String end = KeyOrder.afterPrefix(request.prefix).orElse(null);
        String step = "select v.key, v." + table.tie + " as tie, strpos(substr(v.key, ?), ?) as at from " + table.name
                + " v where v.bucket_id = ? " + table.filter + " and (v.key, v." + table.tie + ") > (%s, %s)"
                + (end == null ? "" : " and v.key < ?") + " order by v.key, v." + table.tie + " limit 1";
        String entry = "next.key, next.tie, next.at,"
                + " case when next.at = 0 then next.key else left(next.key, next.at + ?) || ? end as bound_key,"
                + " case when next.at = 0 then next.tie else ? end as bound_tie";
        String sql = "with recursive walk as (select 1 as n, " + entry + " from (" + step.formatted("?", "?")
                + ") next union all select w.n + 1, " + entry + " from walk w cross join lateral ("
                + step.formatted("w.bound_key", "w.bound_tie") + ") next where w.n <= " + request.limit
                + ") select case when w.at = 0 then null else left(w.key, w.at + ?) end as common, " + table.columns
                + " from walk w left join " + table.name + " v on w.at = 0 and v.bucket_id = ? and v.key = w.key and v."
                + table.tie + " = w.tie order by w.n";
        return Sql.list(
                connection,
                sql,
                row -> entry(table, row),
                arguments(bucket, request, ties, start, end).toArray());
    }

    private static List<Object> arguments(
            StoredBucket bucket, Request request, Ties ties, Bound start, @Nullable String end) {
        String prefix = request.prefix;
        String delimiter = request.delimiter;
        int prefixLength = prefix.codePointCount(0, prefix.length());
        int delimiterLength = delimiter.codePointCount(0, delimiter.length());
        List<Object> entry = List.of(prefixLength - 1, successor(delimiter), ties.before);
        List<Object> step = List.of(prefixLength + 1, delimiter, bucket.id());
        List<Object> all = new ArrayList<>(entry);
        all.addAll(step);
        all.add(start.key);
        all.add(start.tie);
        if (end != null) {
            all.add(end);
        }
        all.addAll(entry);
        all.addAll(step);
        if (end != null) {
            all.add(end);
        }
        all.add(prefixLength + delimiterLength - 1);
        all.add(bucket.id());
        return all;
    }

    private static <T> ListingPage.Entry<T> entry(Table<T> table, ResultSet row) throws SQLException {
        String common = row.getString("common");
        return common == null ? new ListingPage.Item<>(table.row.of(row)) : new ListingPage.CommonPrefix<>(common);
    }

    private static String successor(String delimited) {
        return KeyOrder.afterPrefix(delimited)
                .orElseThrow(() -> new S3ErrorException(
                        S3Error.invalidArgument("The delimiter cannot be used", "delimiter", delimited)));
    }
}
