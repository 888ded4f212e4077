package dev.ose.server.iam;

import dev.ose.s3.xml.XmlWriter;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.NewSession;
import dev.ose.server.tenant.credential.Roles;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Actions of STS: temporary credentials, optionally with less rights than their user.
 *
 * @see <a href="https://docs.aws.amazon.com/STS/latest/APIReference/API_GetSessionToken.html">GetSessionToken</a>
 */
final class SessionActions {

    private static final int MIN_EXTERNAL_ID = 2;
    private static final int MAX_EXTERNAL_ID = 1_224;
    private static final int MIN_SECONDS = 900;
    private static final int MAX_SECONDS = 129_600;
    private static final int DEFAULT = 43_200;
    private static final int MAX_OF_ROLE = 43_200;
    private static final int DEFAULT_OF_ROLE = 3_600;
    private static final Pattern SESSION_NAME = Pattern.compile("[A-Za-z0-9_+=,.@-]{2,64}");

    private final Credentials credentials;
    private final Roles roles;

    SessionActions(Credentials credentials, Roles roles) {
        this.credentials = credentials;
        this.roles = roles;
    }

    /** GetCallerIdentity needs no permission. */
    String identity(IamCall call) {
        String arn = credentials
                .ofRole(call.caller().tenant(), call.caller().accessKey())
                .map(session -> assumed(call.caller().tenant(), session))
                .orElseGet(() -> call.userArn(call.caller().userName()));
        return IamDocument.success(call, xml -> xml.element("Arn", arn)
                .element("UserId", call.caller().user().toString())
                .element("Account", call.caller().tenant().toString()));
    }

    /** The ARN of a role session; {@code session} is {@code ROLE/SESSION}. */
    static String assumed(TenantId tenant, String session) {
        return "arn:aws:sts::" + tenant + ":assumed-role/" + session;
    }

    String token(IamCall call) {
        return open(call, MIN_SECONDS, MAX_SECONDS, DEFAULT, null, xml -> {});
    }

    /** GetFederationToken: credentials for a third party, so a policy is required. */
    String federation(IamCall call) {
        String name = call.parameters().requireName("Name");
        String policy = call.parameters().require("Policy");
        String account = call.caller().tenant().toString();
        return open(call, MIN_SECONDS, MAX_SECONDS, DEFAULT, policy, xml -> xml.start("FederatedUser")
                .element("Arn", "arn:aws:sts::" + account + ":federated-user/" + name)
                .element("FederatedUserId", account + ':' + name)
                .end());
    }

    /**
     * AssumeRole: a role that trusts the caller, or the caller's own ARN for temporary credentials with less rights.
     */
    String role(IamCall call) {
        String role = call.parameters().require("RoleArn");
        String session = call.parameters().requireName("RoleSessionName");
        if (!role.equals(call.userArn(call.caller().userName()))) {
            return assume(call, RoleArn.parse(role).orElseThrow(call::denied), session);
        }
        String policy = call.parameters().find("Policy");
        return open(call, MIN_SECONDS, MAX_OF_ROLE, DEFAULT_OF_ROLE, policy, xml -> xml.start("AssumedRoleUser")
                .element("Arn", role + '/' + session)
                .element("AssumedRoleId", call.caller().user().toString() + ':' + session)
                .end());
    }

    private String assume(IamCall call, RoleArn arn, String name) {
        requireSessionName(name);
        requireExternalId(call.parameters().find("ExternalId"));
        call.requirePermission(arn.toString());
        Roles.Asker asker = new Roles.Asker(
                call.caller().tenant(), call.caller().user(), call.caller().userName());
        AssumableRole role = roles.findFor(asker, arn, call).orElseThrow(call::denied);
        int longest = Math.toIntExact(role.longest().toSeconds());
        int seconds = call.parameters().number("DurationSeconds", MIN_SECONDS, longest, DEFAULT_OF_ROLE);
        NewSession session = credentials.openSession(
                role,
                Credentials.principal(call.caller().user()),
                name,
                call.parameters().find("Policy"),
                Duration.ofSeconds(seconds));
        return IamDocument.success(call, xml -> {
            credentials(xml, session);
            xml.start("AssumedRoleUser")
                    .element(
                            "Arn",
                            assumed(role.tenant(), session.credential().terms().description()))
                    .element("AssumedRoleId", role.id() + ":" + name)
                    .end();
        });
    }

    static void requireSessionName(String name) {
        if (!SESSION_NAME.matcher(name).matches()) {
            throw new FailureException(
                    new Failure.Invalid("RoleSessionName", "has 2 to 64 letters, digits or +=,.@-_"));
        }
    }

    private static void requireExternalId(@Nullable String id) {
        if (id != null && (id.length() < MIN_EXTERNAL_ID || id.length() > MAX_EXTERNAL_ID)) {
            throw new FailureException(new Failure.Invalid("ExternalId", "has 2 to 1224 characters"));
        }
    }

    /** The requested duration of a role session in seconds. */
    static int secondsOfRole(IamParameters parameters) {
        return parameters.number("DurationSeconds", MIN_SECONDS, MAX_OF_ROLE, DEFAULT_OF_ROLE);
    }

    private String open(
            IamCall call, int least, int most, int usual, @Nullable String policy, Consumer<XmlWriter> more) {
        call.requirePermission("*");
        int seconds = call.parameters().number("DurationSeconds", least, most, usual);
        NewSession session = credentials.openSession(
                call.caller().tenant(), call.caller().user(), policy, Duration.ofSeconds(seconds));
        return IamDocument.success(call, xml -> {
            credentials(xml, session);
            more.accept(xml);
        });
    }

    static void credentials(XmlWriter xml, NewSession session) {
        xml.start("Credentials")
                .element("AccessKeyId", session.credential().accessKey().value())
                .element(
                        "SecretAccessKey",
                        session.secretKey().<String>use(bytes -> new String(bytes, StandardCharsets.US_ASCII)))
                .element(
                        "SessionToken",
                        session.token().<String>use(bytes -> new String(bytes, StandardCharsets.US_ASCII)))
                .element("Expiration", session.expiresAt().toString())
                .end();
    }
}
