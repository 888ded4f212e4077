package dev.ose.server.accounting.jdbc;

/** How alerts of quotas are read: quotas with their use, and open alerts, of given quotas. */
final class AlertSql {

    /** Ids of quotas and of open alerts' quotas; each part reads its index in order. */
    static final String PAGE = """
            SELECT id FROM (
                (SELECT id FROM quota WHERE id > ? ORDER BY id LIMIT ?)
                UNION
                (SELECT quota_id FROM quota_alert WHERE cleared_at IS NULL AND quota_id > ? ORDER BY quota_id LIMIT ?)
            ) page ORDER BY id LIMIT ?
            """;

    static final String OPEN = "SELECT id, tenant_id, quota_id, dimension, threshold FROM quota_alert"
            + " WHERE quota_id = ANY (?) AND cleared_at IS NULL ORDER BY id";

    /** What was rolled up for the holder of a quota: only one of the three has rows, and each reads an index. */
    private static final String ROLLED_UP = """
            SELECT %1$s FROM usage_bucket c
            WHERE c.tenant_id = q.tenant_id AND q.user_id IS NULL AND q.bucket_id IS NULL
            UNION ALL
            SELECT %1$s FROM usage_bucket c WHERE c.tenant_id = q.tenant_id AND c.owner_id = q.user_id
            UNION ALL
            SELECT %1$s FROM usage_bucket c WHERE c.bucket_id = q.bucket_id
            """.formatted(sums());

    /** What was not rolled up yet, looked up by bucket: rows of other holders are not read. */
    private static final String RECENT = """
            UNION ALL
            SELECT %1$s FROM bucket b JOIN usage_delta c ON c.bucket_id = b.id
            WHERE b.tenant_id = q.tenant_id AND q.user_id IS NULL AND q.bucket_id IS NULL
            UNION ALL
            SELECT %1$s FROM bucket b JOIN usage_delta c ON c.bucket_id = b.id
            WHERE b.tenant_id = q.tenant_id AND b.owner_id = q.user_id
            UNION ALL
            SELECT %1$s FROM usage_delta c WHERE c.bucket_id = q.bucket_id
            """.formatted(sums());

    /** Quotas with their use as far as it is rolled up. */
    static final String ROUGHLY_USED = used(ROLLED_UP);

    /** Quotas with their exact use, in one snapshot. */
    static final String USED = used(ROLLED_UP + RECENT);

    private AlertSql() {}

    /** Columns are summed apart, into numbers without a bound: their sum in a row could exceed a bigint. */
    private static String sums() {
        return "sum(c.objects) AS objects, sum(c.bytes) + sum(c.part_bytes) + sum(c.older_bytes) AS bytes";
    }

    /** Limits are at most 2^63 - 1, so more than that counts as that. A bucket under transfer counts for both users. */
    private static String used(String parts) {
        return """
                SELECT %s, coalesce(t.thresholds, d.thresholds) AS thresholds,
                    %s AS bytes, %s AS objects,
                    CASE WHEN q.max_buckets IS NULL THEN 0 ELSE
                        (SELECT count(*) FROM bucket b WHERE b.tenant_id = q.tenant_id AND q.user_id IS NULL)
                        + (SELECT count(*) FROM bucket b WHERE b.tenant_id = q.tenant_id AND b.owner_id = q.user_id)
                        + (SELECT count(*) FROM bucket b
                            WHERE b.tenant_id = q.tenant_id AND b.new_owner_id = q.user_id AND b.owner_id <> q.user_id)
                    END AS buckets
                FROM %s
                    JOIN quota_alert_default d ON d.id = 1
                    LEFT JOIN quota_alert_threshold t ON t.tenant_id = q.tenant_id
                    CROSS JOIN LATERAL (SELECT sum(p.objects) AS objects, sum(p.bytes) AS bytes FROM (
                        %s) p) s
                WHERE q.id = ANY (?) ORDER BY q.id
                """.formatted(
                JdbcQuotaStore.NAMED, bounded("s.bytes"), bounded("s.objects"), JdbcQuotaStore.WITH_NAMES, parts);
    }

    private static String bounded(String sum) {
        return "greatest(least(coalesce(" + sum + ", 0), 9223372036854775807), -9223372036854775808)::bigint";
    }
}
