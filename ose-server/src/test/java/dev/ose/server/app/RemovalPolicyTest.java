package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.platform.Platform;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.UserPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Policies of an administrator who deletes a user bind each transfer of the user's buckets. */
class RemovalPolicyTest extends OnAdminNode {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String WORD = "a password of tests";

    private final List<String> transferred = new ArrayList<>();

    @Override
    StoragePlatform platform() {
        return new MemoryPlatform() {
            @Override
            public PlatformInfo info() {
                PlatformInfo info = super.info();
                return new PlatformInfo(
                        info.kind(),
                        info.version(),
                        info.s3Endpoint(),
                        info.region(),
                        Set.of(Capability.BUCKET_TRANSFERS),
                        info.quirks());
            }

            @Override
            public void transferBucket(PlatformUserId from, PlatformUserId to, String bucket) {
                transferred.add(bucket);
            }
        };
    }

    private String user(String tenant, String name, String role) throws Exception {
        return node.created(tenant + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                .get("id")
                .asString();
    }

    private void makeBucket(TenantId tenant, UserId owner, String name) {
        BucketStore buckets = node.bean(BucketStore.class);
        var claim = buckets.claim(tenant, owner, node.bean(Platform.class).id(), new BucketName(name), "us-east-1");
        assertThat(buckets.confirm(tenant, owner, claim.bucket())).isTrue();
    }

    @Test
    void bucketThatAPolicyDeniesStopsTheRemovalBeforeTheFirstTransfer() throws Exception {
        TenantId tenant = new TenantId(UUID.fromString(
                node.created(TENANTS, "{\"name\":\"acme\"}").get("id").asString()));
        String home = TENANTS + '/' + tenant;
        UserId chief = new UserId(UUID.fromString(user(home, "chief", "TENANT_ADMIN")));
        UserId ann = new UserId(UUID.fromString(user(home, "ann", "TENANT_USER")));
        String bob = user(home, "bob", "TENANT_USER");
        node.send("PUT", home + "/users/" + chief + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        makeBucket(tenant, ann, "logs-of-ann");
        makeBucket(tenant, ann, "payroll");
        UserPolicies policies = node.bean(UserPolicies.class);
        policies.put(tenant, chief, "people", """
                {"Statement":[{"Effect":"Allow","Action":"iam:*","Resource":"*"},
                {"Effect":"Allow","Action":"ose:TransferBucket","Resource":"*"},
                {"Effect":"Deny","Action":"ose:TransferBucket","Resource":"arn:aws:s3:::payroll"}]}
                """);
        String removal = home + "/users/" + ann + "?newOwner=" + bob;
        String login = AdminNode.basic("chief@acme", WORD);

        assertThat(node.send("DELETE", removal, "", login).body()).contains("OSE-2101");

        assertThat(transferred).isEmpty();
        assertThat(node.get(home + "/users/" + ann).body()).contains("\"ACTIVE\"");

        // Those that the policy names, and no right to any other.
        policies.put(tenant, chief, "people", """
                {"Statement":[{"Effect":"Allow","Action":"iam:*","Resource":"*"},
                {"Effect":"Allow","Action":"ose:TransferBucket",
                "Resource":["arn:aws:s3:::payroll","arn:aws:s3:::logs-*"]}]}
                """);

        assertThat(node.send("DELETE", removal, "", login).statusCode()).isEqualTo(204);

        assertThat(transferred).containsExactly("logs-of-ann", "payroll");
    }

    @Test
    void newOwnerOfOneBucketIsInTheAuditLog() throws Exception {
        TenantId tenant = new TenantId(UUID.fromString(
                node.created(TENANTS, "{\"name\":\"logged\"}").get("id").asString()));
        String home = TENANTS + '/' + tenant;
        makeBucket(tenant, new UserId(UUID.fromString(user(home, "ann", "TENANT_USER"))), "photos");
        String bob = user(home, "bob", "TENANT_USER");

        node.send("PUT", home + "/buckets/photos/owner", "{\"user\":\"" + bob + "\"}", node.admin());

        assertThat(node.database()
                        .all(
                                "SELECT bucket || ' ' || subject FROM audit_entry WHERE operation = 'TransferBucket'",
                                row -> row.getString(1)))
                .containsExactly("photos " + bob);
    }
}
