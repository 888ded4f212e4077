package dev.ose.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.access.CallerFacts;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.iam.AuditedIam;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamCall;
import dev.ose.server.iam.IamParameters;
import dev.ose.server.iam.IamService;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What IAM and STS leave in the audit log. */
class AuditedIamTest {

    private static final RequestFacts FACTS =
            new RequestFacts(HeaderLookup.NONE, InetAddress.ofLiteral("192.0.2.9"), true);

    private final MemoryTrail trail = new MemoryTrail();
    private final Identity caller = new Identity(
            Identity.Key.of(new AccessKeyId("AKANN"), Secret.of("secret")),
            new TenantId(new UUID(0, 1)),
            Status.ACTIVE,
            new Identity.Member(
                    new UserId(new UUID(0, 2)),
                    "ann",
                    Role.TENANT_USER,
                    new CanonicalId("a".repeat(64)),
                    Status.ACTIVE),
            PlatformEndpoint.common(new PlatformId(1)),
            new PlatformKey("PK", Secret.of("platform")));
    private final List<String> performed = new ArrayList<>();
    private String xml = "<x/>";

    private final IamService iam = new AuditedIam(
            new IamService() {
                @Override
                public IamAnswer perform(IamCall call) {
                    performed.add(call.parameters().action());
                    return new IamAnswer(200, null, null, xml);
                }

                @Override
                public IamAnswer performUnsigned(IamParameters parameters, RequestFacts about, String requestId) {
                    performed.add(parameters.action());
                    return new IamAnswer(200, null, null, xml, new IamAnswer.Payer(caller.tenant(), caller.user()));
                }
            },
            trail);

    private IamAnswer call(String service, String form) {
        return iam.perform(
                new IamCall(service, new CallerFacts(caller, FACTS, Instant.EPOCH), IamParameters.parse(form), "REQ"));
    }

    @Test
    void newKeyIsRecordedByItsIdAlone() {
        xml = "<AccessKey><AccessKeyId>AKNEW</AccessKeyId><SecretAccessKey>hidden</SecretAccessKey></AccessKey>";

        assertThat(call("iam", "Action=CreateAccessKey&UserName=bob").xml()).isEqualTo(xml);

        MemoryTrail.Line line = trail.lines().getFirst();
        assertThat(line.call().source()).isEqualTo(AuditSource.IAM);
        assertThat(line.call().operation()).isEqualTo("CreateAccessKey");
        assertThat(line.call().actor().name()).isEqualTo("ann");
        assertThat(line.call().actor().address()).isEqualTo("192.0.2.9");
        assertThat(line.call().target()).isEqualTo(new AuditTarget(caller.tenant(), null, "", "", "bob"));
        assertThat(line.outcome()).isEqualTo(new AuditOutcome(200, "", new AuditTarget(null, null, "", "AKNEW", "")));
        assertThat(line.toString()).doesNotContain("hidden");
    }

    @Test
    void readingLeavesNoEntry() {
        trail.refusesBeginnings = true;

        assertThat(call("iam", "Action=ListUsers").status()).isEqualTo(200);
        assertThat(call("sts", "Action=GetCallerIdentity").status()).isEqualTo(200);
        assertThat(call("iam", "Action=Nonsense").status()).isEqualTo(200);
        assertThat(trail.lines()).isEmpty();
    }

    @Test
    void callIsRefusedIfItsEntryCannotBeWritten() {
        trail.refusesBeginnings = true;

        IamAnswer answer = call("iam", "Action=DeleteAccessKey&AccessKeyId=AK1");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(performed).isEmpty();
    }

    @Test
    void keysAreNotGivenOutIfTheOutcomeCannotBeWritten() {
        trail.refusesOutcomes = true;
        xml = "<SecretAccessKey>hidden</SecretAccessKey>";

        IamAnswer answer = call("sts", "Action=GetSessionToken");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.xml()).doesNotContain("hidden");
        assertThat(performed).containsExactly("GetSessionToken");
    }

    @Test
    void tokenOfAnotherIssuerIsASignIn() {
        var _ = iam.performUnsigned(
                IamParameters.parse("Action=AssumeRoleWithWebIdentity&RoleArn=arn:x"), FACTS, "REQ");

        MemoryTrail.Line line = trail.lines().getFirst();
        assertThat(line.call().actor().login()).isEqualTo(LoginKind.TOKEN);
        assertThat(line.call().target().subject()).isEqualTo("arn:x");
        assertThat(line.outcome())
                .isNotNull()
                .extracting(it -> it.made().user())
                .isEqualTo(caller.user());
    }
}
