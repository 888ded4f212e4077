package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.job.JobStore;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Nodes of this version go on while those of the next one write words that it added. */
class LaterWordsTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";

    /** As a migration of the next version would, in part. */
    private static final String DROP_CHECKS = """
            DO $$ DECLARE c record; BEGIN
                FOR c IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
                    WHERE contype = 'c' AND conrelid::regclass::text IN
                        ('tenant', 'tenant_user', 'credential', 'credential_use', 'job', 'sync_run', 'quota_alert')
                LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.place, c.conname); END LOOP;
            END $$
            """;

    private String tenant = "";
    private String user = "";
    /** Of a tenant whose words are all known. */
    private String known = "";

    @BeforeAll
    void fill() throws Exception {
        node.database().update(DROP_CHECKS);
        String home = node.created(TENANTS, "{\"name\":\"later\"}").get("id").asString();
        String other = TENANTS + '/'
                + node.created(TENANTS, "{\"name\":\"known\"}").get("id").asString() + "/users";
        known = other
                + '/'
                + node.created(other, "{\"name\":\"eve\"}").get("id").asString();
        tenant = TENANTS + '/' + home;
        String owner =
                node.created(tenant + "/users", "{\"name\":\"ann\"}").get("id").asString();
        node.created(tenant + "/users", "{\"name\":\"bob\"}");
        user = tenant + "/users/" + owner;
        String key = node.created(user + "/credentials", "{}").get("accessKey").asString();
        TenantId id = new TenantId(UUID.fromString(home));
        BucketStore buckets = node.bean(BucketStore.class);
        UserId ann = new UserId(UUID.fromString(owner));
        BucketClaim claim = buckets.claim(id, ann, new PlatformId(1), new BucketName("later"), "default");
        buckets.confirm(id, ann, claim.bucket());
        node.database().update("INSERT INTO credential_use VALUES (?, now(), '127.0.0.1', 'SWIFT')", key);
        node.database()
                .update(
                        "INSERT INTO sync_run (tenant_id, bucket_id, state) VALUES (?, ?, 'RESTING')",
                        id,
                        claim.bucket());
        node.database().update("""
                INSERT INTO quota_alert (tenant_id, quota_id, dimension, threshold, quota_limit, used, cleared_at,
                    clearance) VALUES (?, 1, 'KEYS', 80, 10, 9, now(), 'FORGIVEN')
                """, id);
        for (String state : List.of("QUEUED", "NAPPING")) {
            node.database().update("""
                    INSERT INTO job (tenant_id, user_id, started_by, address, is_secure, kind, bucket_id, parameters,
                        state) VALUES (?, ?, 'ann', '127.0.0.1', true, 'ZIP_OBJECTS', ?, '{"bucket": "later"}', ?)
                    """, id, ann, claim.bucket(), state);
        }
        node.database().update("UPDATE credential SET kind = 'MACHINE' WHERE access_key = ?", key);
        node.database().update("UPDATE tenant_user SET role = 'AUDITOR', status = 'AWAY' WHERE id = ?", ann);
        node.database().update("""
                UPDATE tenant SET status = 'ASLEEP', provider_access = 'READ', impersonation = 'ASK' WHERE id = ?
                """, id);
    }

    private List<String> listed(String path, String pointer) throws Exception {
        HttpResponse<String> answer = node.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode whole = AdminNode.json(answer);
        return (whole.isArray() ? whole : whole.get("items"))
                .valueStream()
                .map(item -> item.at(pointer).asString(""))
                .toList();
    }

    /** What decides takes the word that permits least. */
    @Test
    void tenantsUsersAndKeysAreListedWithWhatPermitsLeast() throws Exception {
        assertThat(listed(TENANTS, "/status")).contains("DISABLED", "ACTIVE");
        assertThat(listed(TENANTS, "/impersonation")).contains("DISALLOW", "FULL_PERMISSION");
        assertThat(listed(tenant + "/users", "/role")).containsOnly("TENANT_USER");
        assertThat(listed(tenant + "/users", "/status")).containsExactlyInAnyOrder("DISABLED", "ACTIVE");
        assertThat(listed(user + "/credentials", "/kind")).contains("UNKNOWN");
        assertThat(listed(tenant + "/credentials", "/kind")).contains("UNKNOWN");
    }

    @Test
    void jobsAreListedAndLeftToThoseWhoKnowThem() throws Exception {
        assertThat(listed("/api/v1/admin/jobs", "/kind")).containsOnly("UNKNOWN");
        assertThat(listed(tenant + "/jobs", "/state")).containsExactlyInAnyOrder("QUEUED", "UNKNOWN");
        assertThat(listed(user + "/jobs", "/kind")).hasSize(2);
        assertThat(node.bean(JobStore.class).claim(Set.of(), 5, Duration.ofMinutes(1)))
                .isEmpty();
        String asked = "{\"kind\":\"UNKNOWN\",\"bucket\":\"later\"}";
        assertThat(node.post(known + "/jobs", asked).statusCode()).isEqualTo(400);
        assertThat(node.post(user + "/jobs", asked).statusCode()).isEqualTo(403);
    }

    @Test
    void alertsAndComparisonsAreListed() throws Exception {
        assertThat(listed("/api/v1/admin/quota-alerts", "/usage/dimension")).containsOnly("UNKNOWN");
        assertThat(listed(tenant + "/quota-alerts", "/clearance/reason")).containsOnly("UNKNOWN");
        assertThat(listed(tenant + "/buckets/later/sync", "/state")).containsOnly("UNKNOWN");
        assertThat(listed(tenant + "/buckets", "/name")).containsExactly("later");
    }
}
