package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.access.CallerFacts;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.IamCall;
import dev.ose.server.iam.IamParameters;
import dev.ose.server.iam.oidc.JoseTokenVerifier;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.testkit.PostgresFixture;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a tenant denies its administrators in the admin API must not be possible through IAM. */
class IamPosingTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @Test
    void administratorMakesKeysForUsersUnlessItsTenantForbidsIt() {
        StoreFixture.Holder holder = node.holder("posing");
        Tenant tenant = holder.tenant();
        User admin = holder.made().user();
        node.provisioning.createUser(tenant.id(), "ann", Role.TENANT_USER);

        assertThat(call(admin, "Action=CreateAccessKey&UserName=ann").status()).isEqualTo(200);
        node.provisioning.setImpersonation(tenant.id(), ImpersonationPolicy.DISALLOW);

        assertThat(call(admin, "Action=CreateAccessKey&UserName=ann").failure()).isEqualTo("AccessDenied");
        assertThat(call(admin, "Action=ListAccessKeys&UserName=ann").status()).isEqualTo(200);
        assertThat(call(admin, "Action=CreateAccessKey&UserName=posing").status())
                .isEqualTo(200);
        assertThat(call(admin, "Action=CreateAccessKey").status()).isEqualTo(200);
    }

    @Test
    void keyOfAnotherUserIsAsUnknownAsNone() {
        StoreFixture.Holder holder = node.holder("curious");
        String theirs = holder.made().reserved().accessKey();
        User ann = node.provisioning
                .createUser(holder.tenant().id(), "ann", Role.TENANT_USER)
                .user();

        String found = call(ann, "Action=DeleteAccessKey&AccessKeyId=" + theirs).xml();
        String missing = call(ann, "Action=DeleteAccessKey&AccessKeyId=NOBODYS").xml();

        assertThat(found).contains("<Code>NoSuchEntity</Code>");
        assertThat(found.replace(theirs, "KEY")).isEqualTo(missing.replace("NOBODYS", "KEY"));
    }

    private static IamAnswer call(User caller, String form) {
        IamApi iam = node.iam(new JoseTokenVerifier(OutboundRoutes.direct(), Clock.systemUTC()), Clock.systemUTC());
        return iam.perform(new IamCall(
                "iam",
                new CallerFacts(
                        identity(caller),
                        new RequestFacts(HeaderLookup.NONE, InetAddress.getLoopbackAddress(), false),
                        Instant.now()),
                IamParameters.parse(form),
                "REQUEST"));
    }

    private static Identity identity(User user) {
        return new Identity(
                Identity.Key.of(new AccessKeyId("KEY"), Secret.of("secret")),
                user.tenant(),
                Status.ACTIVE,
                new Identity.Member(user.id(), user.name(), user.role(), user.canonicalId(), Status.ACTIVE),
                PlatformEndpoint.common(node.platform.id()),
                new PlatformKey("PLATFORMKEY", Secret.of("platform secret")));
    }
}
