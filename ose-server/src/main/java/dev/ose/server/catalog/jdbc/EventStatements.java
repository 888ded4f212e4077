package dev.ose.server.catalog.jdbc;

/**
 * The parts of statements that create events of changed rows, which are called {@code c} here, with the rows: by the
 * terms of webhooks, and by the notification configurations of the rows' buckets. If there are no webhooks, the cost is
 * one lookup in an empty table for all rows together; if there are no configurations, theirs is.
 */
final class EventStatements {

    private static final String EVENT = """
            INSERT INTO event (webhook_id, configuration, bucket, key, size_bytes, etag, version_id)
            SELECT w.id, NULL::text, b.name, c.key, %2$s, c.etag, %3$s
            FROM webhook w
                JOIN %4$s b ON b.tenant_id = w.tenant_id AND (w.bucket_id IS NULL OR w.bucket_id = b.id)
                JOIN %5$s c ON c.bucket_id = b.id
            WHERE w.%6$s AND w.deleted_at IS NULL
                AND starts_with(c.key, w.prefix) AND right(c.key, length(w.suffix)) = w.suffix
                AND EXISTS (SELECT FROM webhook)
                %1$s
            UNION ALL
            SELECT n.webhook_id, n.name, b.name, c.key, %2$s, c.etag, %3$s
            FROM %5$s c
                JOIN %4$s b ON b.id = c.bucket_id
                JOIN bucket_notification n ON n.bucket_id = c.bucket_id
                JOIN webhook w ON w.id = n.webhook_id AND w.deleted_at IS NULL
            WHERE %7$s
                AND starts_with(c.key, coalesce(n.prefix, ''))
                AND right(c.key, length(coalesce(n.suffix, ''))) = coalesce(n.suffix, '')
                AND EXISTS (SELECT FROM bucket_notification)
                %1$s
            """;

    /** Whether the packed entity tag of {@code c} is that of a multipart upload: with its 18 bytes, or as text. */
    private static final String IS_MULTIPART = """
            (octet_length(c.etag) = 18 OR octet_length(c.etag) <> 16 AND position('\\x2d'::bytea IN c.etag) > 0)""";

    /** A deleted bucket took all of its objects and their versions along; no delete markers remain in it. */
    private static final String BUCKETS_OF_ALL_TIMES = """
            (SELECT id, tenant_id, name, false AS is_gone FROM bucket
                    UNION ALL SELECT id, tenant_id, name, true FROM deleted_bucket)""";

    private static final String REMOVED_VERSION = "CASE WHEN NOT b.is_gone THEN c.version_id END";

    private EventStatements() {}

    /** Creates events of the rows {@code k}. {@code unless} is a further condition on them. */
    static String reportWritten(String unless) {
        return EVENT.formatted(
                unless,
                "c.size_bytes",
                "c.version_id",
                "bucket",
                "k",
                "created",
                "CASE WHEN " + IS_MULTIPART + " THEN n.completed ELSE n.put END");
    }

    /** Creates events of the removed rows {@code gone}. */
    static String reportRemoved() {
        return EVENT.formatted(
                "",
                "NULL::bigint",
                REMOVED_VERSION,
                BUCKETS_OF_ALL_TIMES,
                "gone",
                "removed",
                "CASE WHEN coalesce(" + REMOVED_VERSION + ", 'null') = 'null' THEN n.deleted ELSE n.hidden END");
    }
}
