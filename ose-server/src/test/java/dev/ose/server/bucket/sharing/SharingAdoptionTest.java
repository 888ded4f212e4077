package dev.ose.server.bucket.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.policy.VouchedPolicy;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.jdbc.JdbcBucketOwners;
import dev.ose.server.bucket.jdbc.JdbcGrantStore;
import dev.ose.server.bucket.jdbc.KeptSharing;
import dev.ose.server.bucket.sharing.SharingAdoption.Outcome;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.jdbc.JdbcPrincipalDirectory;
import dev.ose.testkit.PostgresFixture;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sharing of buckets that existed on their platform before. */
class SharingAdoptionTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private final String mark = UUID.randomUUID().toString();
    private StoreFixture node;
    private KeptSharing kept;
    private Bucket bucket;
    private User owner;
    private User guest;

    @BeforeEach
    void open() {
        node = new StoreFixture(POSTGRES.database());
        kept = new KeptSharing(node);
        Holder lender = node.holder("lender-" + mark);
        owner = lender.made().user();
        guest = node.holder("guest-" + mark).made().user();
        bucket = node.bucket(lender, "b-" + mark);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private Outcome adopt() {
        return kept.adoption.adopt(bucket.tenant(), bucket.id());
    }

    private void keepPolicy(String statements) {
        kept.policies.put(bucket.name().value(), "{\"Statement\": [" + statements + "]}");
    }

    private static String statement(String effect, String principal) {
        return "{\"Effect\": \"" + effect + "\", \"Action\": \"s3:GetObject\", \"Resource\": \"arn:aws:s3:::b/*\", "
                + principal + "}";
    }

    private void keepAcl(String grantee) {
        kept.acls.put(
                bucket.name().value(),
                "<AccessControlPolicy><Owner><ID>" + canonical(owner) + "</ID></Owner><AccessControlList>"
                        + "<Grant><Grantee><ID>" + canonical(owner) + "</ID></Grantee></Grant>"
                        + "<Grant><Grantee>" + grantee
                        + "</Grantee></Grant></AccessControlList></AccessControlPolicy>");
    }

    private String name(User user) {
        return KeptSharing.NAMES.of(
                node.users.counterpart(user.tenant(), user.id()).orElseThrow());
    }

    private String canonical(User user) {
        return "canonical-" + user.id();
    }

    /** The tenants with which the bucket is shared. */
    private List<String> grantees() {
        return node.database.all(
                "SELECT coalesce(tenant_id::text, 'everybody') FROM bucket_grant WHERE bucket_id = ?",
                row -> row.getString(1),
                bucket.id());
    }

    private String guests() {
        return guest.tenant().toString();
    }

    @Test
    void bucketThatIsNotSharedIsNotShared() {
        assertThat(adopt()).isEqualTo(Outcome.RECORDED);

        assertThat(grantees()).isEmpty();
    }

    @Test
    void granteeOfThePolicyFindsIt() {
        keepPolicy(statement("Allow", "\"Principal\": {\"AWS\": [\"" + name(guest) + "\", \"" + name(owner) + "\"]}"));
        keepAcl("<URI>http://acs.amazonaws.com/groups/global/AllUsers</URI>");

        assertThat(adopt()).isEqualTo(Outcome.RECORDED);
        assertThat(grantees()).containsExactlyInAnyOrder(guests(), "everybody");

        // Repeated after a change on the platform.
        kept.policies.clear();
        kept.acls.clear();
        assertThat(adopt()).isEqualTo(Outcome.RECORDED);
        assertThat(grantees()).isEmpty();
    }

    @Test
    void granteeOfTheAclFindsIt() {
        keepAcl("<ID>" + canonical(guest) + "</ID>");

        assertThat(adopt()).isEqualTo(Outcome.RECORDED);
        assertThat(grantees()).containsExactly(guests());
    }

    /** Grants of the ACL to a whole tenant are stored in the policy. */
    @Test
    void tenantOfTheAclFindsIt() {
        keepPolicy(grantOfAcl(tenantName(guest)) + ", " + grantOfAcl(tenantName(owner)));
        assertThat(adopt()).isEqualTo(Outcome.RECORDED);
        assertThat(grantees("ACL")).containsExactly(guests());
        assertThat(grantees("POLICY")).isEmpty();

        keepPolicy(statement("Allow", "\"Principal\": \"*\"") + ", " + grantOfAcl("tenant/nobody"));
        keepAcl("<ID>" + canonical(guest) + "</ID>");
        assertThat(adopt()).isEqualTo(Outcome.PARTLY);
        assertThat(grantees("ACL")).containsExactly(guests());
        assertThat(grantees("POLICY")).containsExactly("everybody");
    }

    private String grantOfAcl(String tenant) {
        return "{\"Sid\": \"OSE-acl-READ_ACP\", \"Effect\": \"Allow\", \"Principal\": {\"AWS\": \"" + tenant
                + "\"}, \"Action\": \"s3:GetBucketAcl\", \"Resource\": \"arn:aws:s3:::"
                + bucket.name().value() + "\"}";
    }

    private String tenantName(User user) {
        return KeptSharing.NAMES.of(new JdbcPrincipalDirectory(node.database)
                .findTenant(node.platform.id(), user.tenant())
                .orElseThrow());
    }

    /** The tenants granted access by one source. */
    private List<String> grantees(String source) {
        return node.database.all(
                "SELECT coalesce(tenant_id::text, 'everybody') FROM bucket_grant WHERE bucket_id = ? AND source = ?",
                row -> row.getString(1),
                bucket.id(),
                source);
    }

    @Test
    void whoHasNoUserHereIsTold() {
        keepPolicy(statement("Allow", "\"Principal\": {\"AWS\": [\"" + name(guest) + "\", \"user/nobody\"]}"));
        assertThat(adopt()).isEqualTo(Outcome.PARTLY);
        assertThat(grantees()).containsExactly(guests());

        kept.policies.clear();
        for (String grantee :
                List.of("<ID>nobody</ID>", "<EmailAddress>a@b.example</EmailAddress>", "<URI>http://x/Group</URI>")) {
            keepAcl(grantee);
            assertThat(adopt()).as(grantee).isEqualTo(Outcome.PARTLY);
            assertThat(grantees()).isEmpty();
        }
    }

    @Test
    void whoIsOnlyDeniedDoesNotFindIt() {
        keepPolicy(statement("Deny", "\"Principal\": {\"AWS\": \"" + name(guest) + "\"}"));

        assertThat(adopt()).isEqualTo(Outcome.RECORDED);
        assertThat(grantees()).isEmpty();
    }

    /** Like a database restored from before the policy. */
    @Test
    void whatAKeptPolicyAsksOfClientsIsReadFromThere() {
        VouchedPolicy policy = VouchedPolicy.of(
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\", \"Principal\": \"*\","
                        + " \"Condition\": {\"IpAddress\": {\"aws:SourceIp\": \"10.0.0.0/8\"}}}}",
                ClientConditions.NONE,
                new SecureRandom());
        kept.policies.put(bucket.name().value(), policy.document());

        assertThat(adopt()).isEqualTo(Outcome.RECORDED);

        assertThat(grantees()).containsExactly("everybody");
        assertThat(conditions()).isEqualTo(policy.conditions());
        kept.policies.clear();
        assertThat(adopt()).isEqualTo(Outcome.RECORDED);
        assertThat(conditions().isEmpty()).isTrue();
    }

    private ClientConditions conditions() {
        return new JdbcBucketOwners(node.database, node.keyring)
                .find(bucket.id())
                .orElseThrow()
                .clientConditions();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                KeptSharing.SILENCE,
                "{",
                "{\"Version\": \"2031-01-01\", \"Statement\": []}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\","
                        + " \"NotPrincipal\": {\"AWS\": \"user/eve\"}}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\", \"Principal\": \"*\","
                        + " \"Condition\": {\"IpAddress\": {\"aws:SourceIp\": \"10.0.0.0/8\"}}}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\","
                        + " \"Principal\": {\"Service\": \"*\"}}}",
            })
    void policyThatCannotBeReadSharesNothing(String policy) {
        kept.policies.put(bucket.name().value(), policy);

        assertThat(adopt()).isEqualTo(Outcome.UNREAD);

        assertThat(grantees()).isEmpty();
        // The next change need not wait for it.
        kept.policies.clear();
        assertThat(adopt()).isEqualTo(Outcome.RECORDED);
    }

    @ParameterizedTest
    @ValueSource(strings = {KeptSharing.SILENCE, "{}", "<AccessControlPolicy>"})
    void aclThatCannotBeReadSharesNothing(String acl) {
        kept.acls.put(bucket.name().value(), acl);

        assertThat(adopt()).isEqualTo(Outcome.UNREAD);
        assertThat(grantees()).isEmpty();
    }

    @Test
    void bucketWhoseSharingChangesAtTheMomentIsLeftAlone() {
        keepPolicy(statement("Allow", "\"Principal\": \"*\""));
        BucketName name = bucket.name();
        new JdbcGrantStore(node.database).begin(bucket.id(), name);

        assertThat(adopt()).isEqualTo(Outcome.UNREAD);
        assertThat(grantees()).isEmpty();
    }
}
