package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.usage.Usage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The columns of counters, in the order of the components of {@link Usage}. */
public final class UsageSql {

    private static final String[] NAMES = {"objects", "bytes", "part_bytes", "older_versions", "older_bytes"};

    /** The column names. */
    static final String COLUMNS = each(name -> name);

    /** The sums over rows {@code c}; zeros if there is no row. */
    public static final String SUMS = each(name -> "coalesce(sum(c." + name + "), 0)::bigint AS " + name);

    private UsageSql() {}

    /** The present counters of the bucket with this id, as subqueries. */
    public static String ofBucket(String id) {
        return each(name -> ("(coalesce((SELECT k.%1$s FROM usage_bucket k WHERE k.bucket_id = %2$s), 0)"
                        + " + coalesce((SELECT sum(d.%1$s) FROM usage_delta d WHERE d.bucket_id = %2$s), 0))::bigint"
                        + " AS %1$s")
                .formatted(name, id));
    }

    /** The columns, qualified with the alias. */
    static String of(String alias) {
        return each(name -> alias + '.' + name);
    }

    /** A list with a term for each column. */
    static String each(UnaryOperator<String> term) {
        return Arrays.stream(NAMES).map(term).collect(Collectors.joining(", "));
    }

    /** The components as column values. */
    static List<Object> values(Usage usage) {
        return List.of(
                usage.objects(), usage.storedBytes(), usage.partBytes(), usage.olderVersions(), usage.olderBytes());
    }

    /** Reads a row that has these columns. */
    public static Usage readNamed(ResultSet row) throws SQLException {
        return new Usage(
                row.getLong("objects"),
                row.getLong("bytes"),
                row.getLong("part_bytes"),
                row.getLong("older_versions"),
                row.getLong("older_bytes"));
    }

    /** Reads a row that begins with these columns. */
    public static Usage read(ResultSet row) throws SQLException {
        return new Usage(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
    }
}
