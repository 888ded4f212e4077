package dev.ose.server.pagination.jdbc;

import dev.ose.server.accounting.alert.QuotaAlert;
import dev.ose.server.accounting.jdbc.JdbcQuotaAlertStore;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.accounting.jdbc.JdbcRatePlanStore;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.rating.RatePlan;
import dev.ose.server.admin.access.portal.Announcement;
import dev.ose.server.admin.jdbc.JdbcAnnouncementStore;
import dev.ose.server.job.JobFailure;
import dev.ose.server.job.TenantPurge;
import dev.ose.server.job.jdbc.JdbcTenantPurgeStore;
import dev.ose.server.job.jdbc.JobRows;
import dev.ose.server.node.KnownNode;
import dev.ose.server.node.jdbc.JdbcNodeReports;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.sync.SyncRun;
import dev.ose.server.sync.jdbc.JdbcSyncRuns;
import java.util.Map;

/** The tables of lists of quotas, prices and nodes, and of what jobs and comparisons record. */
final class RecordTables {

    /** Orders a limit that is not set after all others, as comparisons do. */
    static final String NO_LIMIT = "9223372036854775807";

    static final ListTable<QuotaStore.Named> QUOTAS = new ListTable<>(
            AdminList.QUOTAS,
            JdbcQuotaStore.NAMED,
            JdbcQuotaStore.WITH_NAMES + " WHERE q.tenant_id = ?",
            Map.of(
                    "id",
                    "q.id",
                    "user",
                    "coalesce(u.name, '')",
                    "bucket",
                    "coalesce(b.name, '')",
                    "maxBytes",
                    "coalesce(q.max_bytes, " + NO_LIMIT + ")",
                    "maxObjects",
                    "coalesce(q.max_objects, " + NO_LIMIT + ")",
                    "maxBuckets",
                    "coalesce(q.max_buckets, " + NO_LIMIT + ")"),
            JdbcQuotaStore::named);

    static final ListTable<QuotaAlert> QUOTA_ALERTS = quotaAlerts("true");

    /** Separate, because a plan for both reads all alerts from the newest on. */
    static final ListTable<QuotaAlert> QUOTA_ALERTS_OF_TENANT = quotaAlerts("tenant_id = ?");

    private static ListTable<QuotaAlert> quotaAlerts(String condition) {
        return new ListTable<>(
                AdminList.QUOTA_ALERTS,
                JdbcQuotaAlertStore.COLUMNS,
                "quota_alert WHERE " + condition,
                Map.of(
                        "id",
                        "id",
                        "tenant",
                        "tenant_id::text COLLATE \"C\"",
                        "user",
                        "coalesce(user_name, '')",
                        "bucket",
                        "coalesce(bucket_name, '')",
                        "dimension",
                        "dimension",
                        "thresholdPercent",
                        "threshold",
                        "state",
                        "CASE WHEN cleared_at IS NULL THEN 'OPEN' ELSE 'CLEARED' END COLLATE \"C\"",
                        "raisedAt",
                        "raised_at",
                        "clearedAt",
                        "coalesce(cleared_at, " + KeysetReader.NEVER + ")"),
                JdbcQuotaAlertStore::alert);
    }

    static final ListTable<TenantPurge> TENANT_PURGES = new ListTable<>(
            AdminList.TENANT_PURGES,
            JdbcTenantPurgeStore.COLUMNS,
            "tenant_purge WHERE true",
            Map.of(
                    "tenant",
                    "(tenant_id::text COLLATE \"C\")",
                    "tenantName",
                    "tenant_name",
                    "state",
                    "state",
                    "requestedBy",
                    "requested_by",
                    "requestedAt",
                    "requested_at",
                    "finishedAt",
                    "coalesce(finished_at, " + KeysetReader.NEVER + ")"),
            JdbcTenantPurgeStore::read);

    static final ListTable<JobFailure.Kept> JOB_FAILURES = new ListTable<>(
            AdminList.JOB_FAILURES,
            JobRows.FAILURE,
            "job_failure WHERE job_id = ?",
            Map.of("id", "id", "key", "key", "code", "code", "at", "at"),
            JobRows::failure);

    static final ListTable<SyncRun> SYNC_RUNS = new ListTable<>(
            AdminList.SYNC_RUNS,
            JdbcSyncRuns.COLUMNS,
            "sync_run WHERE tenant_id = ? AND bucket_id = ?",
            Map.of(
                    "id",
                    "id",
                    "state",
                    "state",
                    "requestedAt",
                    "requested_at",
                    "finishedAt",
                    "coalesce(finished_at, " + KeysetReader.NEVER + ")"),
            JdbcSyncRuns::run);

    static final ListTable<RatePlan> RATE_PLANS = new ListTable<>(
            AdminList.RATE_PLANS,
            JdbcRatePlanStore.COLUMNS,
            "rate_plan WHERE true",
            Map.of("name", "name", "currency", "currency", "createdAt", "created_at"),
            JdbcRatePlanStore::plan);

    static final ListTable<Announcement> ANNOUNCEMENTS = new ListTable<>(
            AdminList.ANNOUNCEMENTS,
            JdbcAnnouncementStore.COLUMNS,
            "announcement WHERE true",
            Map.of(
                    "id",
                    "(id::text COLLATE \"C\")",
                    "severity",
                    "severity",
                    "audience",
                    "audience",
                    "state",
                    JdbcAnnouncementStore.STATE,
                    "beginsAt",
                    "begins_at",
                    "endsAt",
                    "coalesce(ends_at, " + KeysetReader.NEVER + ")",
                    "createdAt",
                    "created_at"),
            JdbcAnnouncementStore::read);

    static final ListTable<KnownNode> NODES = new ListTable<>(
            AdminList.NODES,
            JdbcNodeReports.COLUMNS,
            JdbcNodeReports.NODES + " WHERE true",
            Map.of(
                    "name",
                    "name",
                    "host",
                    "coalesce(host, '')",
                    "version",
                    "version",
                    "state",
                    "state",
                    "startedAt",
                    "started_at",
                    "lastSeenAt",
                    "seen_at",
                    "openRequests",
                    "coalesce(open_requests, 0)",
                    "connections",
                    "coalesce(connections, 0)"),
            JdbcNodeReports::node);

    private RecordTables() {}
}
