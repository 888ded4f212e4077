package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.adapter.Secret;
import dev.ose.testkit.LoopbackIssuer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code aws iam} and {@code aws sts} against a node. */
@ExtendWith(Servers.class)
final class IamIT {

    private static final Duration LEARNT = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private AdminApi.Account account;
    private S3Target target;
    private AwsCli user;
    private AwsCli administrator;

    @BeforeEach
    void makePeople(Node node) {
        account = node.admin().makeTenant("iam-" + UUID.randomUUID());
        AdminApi.Account chief = node.admin().makeAdministrator(account.tenant(), "chief");
        target = node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
        user = new AwsCli(target);
        administrator = new AwsCli(target.as(chief.accessKey(), chief.secretKey()));
    }

    private static JsonNode json(Command.Ended ended) {
        return JsonMapper.shared().readTree(ended.orFail());
    }

    private static void assertRefused(Command.Ended ended, String code) {
        assertThat(ended.status()).isNotZero();
        assertThat(ended.errors()).contains("(" + code + ")");
    }

    private AwsCli with(JsonNode credentials) {
        Secret secret = Secret.of(credentials.required("SecretAccessKey").asString());
        return new AwsCli(
                target.as(credentials.required("AccessKeyId").asString(), secret),
                credentials.path("SessionToken").asString(null));
    }

    @Test
    void keysAreMadeUsedStoppedAndDeleted() {
        JsonNode key = json(user.call("iam", "create-access-key")).required("AccessKey");
        String id = key.required("AccessKeyId").asString();
        AwsCli second = with(key);
        second.call("s3api", "list-buckets").orFail();

        assertThat(user.call("iam", "list-access-keys").orFail()).contains(id);
        user.call("iam", "update-access-key", "--access-key-id", id, "--status", "Inactive")
                .orFail();
        Ports.await("the refusal", LEARNT, () -> !second.call("s3api", "list-buckets")
                .isSuccess());
        user.call("iam", "delete-access-key", "--access-key-id", id).orFail();

        assertThat(user.call("iam", "list-access-keys").orFail()).doesNotContain(id);
        assertRefused(user.call("iam", "delete-access-key", "--access-key-id", id), "NoSuchEntity");
    }

    @Test
    void aPolicyLimitsItsUser() {
        String policy = "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\","
                + " \"Action\": [\"s3:ListAllMyBuckets\", \"iam:Get*\"], \"Resource\": \"*\"}}";
        String bucket = "it-" + UUID.randomUUID();
        assertRefused(user.call("iam", "list-users"), "AccessDenied");
        assertThat(administrator.call("iam", "list-users").orFail()).contains("first", "chief");

        administrator
                .call(
                        "iam",
                        "put-user-policy",
                        "--user-name",
                        "first",
                        "--policy-name",
                        "few",
                        "--policy-document",
                        policy)
                .orFail();

        Ports.await("the refusal", LEARNT, () -> !user.call("s3api", "get-bucket-location", "--bucket", bucket)
                .errors()
                .contains("NoSuchBucket"));
        assertRefused(user.call("s3api", "create-bucket", "--bucket", bucket), "AccessDenied");
        user.call("s3api", "list-buckets").orFail();
        assertRefused(user.call("iam", "create-access-key"), "AccessDenied");
        assertThat(json(user.call("iam", "get-user-policy", "--user-name", "first", "--policy-name", "few"))
                        .required("PolicyDocument")
                        .required("Version")
                        .asString())
                .isEqualTo("2012-10-17");
        administrator
                .call("iam", "delete-user-policy", "--user-name", "first", "--policy-name", "few")
                .orFail();
        Ports.await("the return", LEARNT, () -> user.call("s3api", "create-bucket", "--bucket", bucket)
                .isSuccess());
    }

    @Test
    void aMistakenPolicyIsRefused() {
        assertRefused(
                administrator.call(
                        "iam",
                        "put-user-policy",
                        "--user-name",
                        "first",
                        "--policy-name",
                        "p",
                        "--policy-document",
                        "{}"),
                "MalformedPolicyDocument");
    }

    @Test
    void aSessionActsAndMakesNoOther() {
        JsonNode credentials = json(user.call("sts", "get-session-token", "--duration-seconds", "900"))
                .required("Credentials");
        AwsCli session = with(credentials);
        AwsCli tokenless = new AwsCli(target.as(
                credentials.required("AccessKeyId").asString(),
                Secret.of(credentials.required("SecretAccessKey").asString())));

        session.call("s3api", "list-buckets").orFail();
        assertThat(session.call("sts", "get-caller-identity").orFail()).contains(":user/first");
        assertRefused(tokenless.call("s3api", "list-buckets"), "InvalidToken");
        assertRefused(session.call("sts", "get-session-token"), "AccessDenied");
        assertRefused(session.call("iam", "create-access-key"), "AccessDenied");
        assertThat(user.call("iam", "list-access-keys").orFail())
                .doesNotContain(credentials.required("AccessKeyId").asString());
    }

    @Test
    void aFederatedSessionDoesWhatItsPolicySays() {
        String policy = "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\","
                + " \"Action\": \"s3:ListAllMyBuckets\", \"Resource\": \"*\"}}";
        AwsCli session = with(json(user.call("sts", "get-federation-token", "--name", "guest", "--policy", policy))
                .required("Credentials"));

        session.call("s3api", "list-buckets").orFail();

        assertRefused(session.call("s3api", "create-bucket", "--bucket", "it-" + UUID.randomUUID()), "AccessDenied");
    }

    @Test
    void aRoleIsMadeAssumedAndChangesUnderItsSessions() {
        String bucket = "it-" + UUID.randomUUID();
        new AwsCli(target).makeBucket(bucket);
        String role = "arn:aws:iam::" + account.tenant() + ":role/lister";
        String list = "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\","
                + " \"Action\": \"s3:ListAllMyBuckets\", \"Resource\": \"*\"}}";
        json(administrator.call(
                "iam",
                "create-role",
                "--role-name",
                "lister",
                "--assume-role-policy-document",
                "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Principal\": {\"AWS\": \""
                        + role() + "\"}, \"Action\": \"sts:AssumeRole\"}}"));
        administrator
                .call(
                        "iam",
                        "put-role-policy",
                        "--role-name",
                        "lister",
                        "--policy-name",
                        "p",
                        "--policy-document",
                        list)
                .orFail();
        Object[] assume = {"sts", "assume-role", "--role-arn", role, "--role-session-name", "it"};
        assertRefused(administrator.call(assume), "AccessDenied");

        AwsCli session = with(json(user.call(assume)).required("Credentials"));

        session.call("s3api", "list-buckets").orFail();
        assertRefused(session.call("s3api", "list-objects-v2", "--bucket", bucket), "AccessDenied");
        assertThat(session.call("sts", "get-caller-identity").orFail()).contains(":assumed-role/lister/it");
        administrator
                .call("iam", "delete-role-policy", "--role-name", "lister", "--policy-name", "p")
                .orFail();
        Ports.await("the refusal", LEARNT, () -> session.call("s3api", "list-buckets")
                .errors()
                .contains("(AccessDenied)"));
        administrator.call("iam", "delete-role", "--role-name", "lister").orFail();
        Ports.await("the end", LEARNT, () -> session.call("s3api", "list-buckets")
                .errors()
                .contains("(InvalidAccessKeyId)"));
    }

    @Test
    void aTokenOfATrustedIssuerIsEnoughToWriteAndRead(Node node) throws Exception {
        String bucket = "it-" + UUID.randomUUID();
        new AwsCli(target).makeBucket(bucket);
        try (LoopbackIssuer issuer = new LoopbackIssuer()) {
            node.admin().trust(account.tenant(), issuer.name(), "ose");
            Path token = Files.writeString(folder.resolve("token"), token(issuer, "first"));
            Path file = Files.writeString(folder.resolve("object"), "written by a build");

            JsonNode opened = json(assume(Files.readString(token)));
            with(opened.required("Credentials")).upload(file, bucket, "by-aws");
            SdkProgram boto = SdkProgram.python(target, role(), token);
            boto.upload(file, bucket, "by-boto3");
            boto.download(bucket, "by-aws", folder.resolve("read"));

            assertThat(folder.resolve("read")).hasSameTextualContentAs(file);
            assertThat(boto.list(bucket, "")).containsExactly("by-aws", "by-boto3");
            assertThat(opened.required("SubjectFromWebIdentityToken").asString())
                    .isEqualTo("first");
            assertRefused(assume(token(issuer, "chief")), "AccessDenied");
            assertRefused(assume("no token at all"), "InvalidIdentityToken");
        }
    }

    private Command.Ended assume(String token) {
        return user.call(
                "sts",
                "assume-role-with-web-identity",
                "--role-arn",
                role(),
                "--role-session-name",
                "it",
                "--web-identity-token",
                token);
    }

    private String role() {
        return "arn:aws:iam::" + account.tenant() + ":user/first";
    }

    private static String token(LoopbackIssuer issuer, String subject) throws Exception {
        Instant now = Instant.now();
        return issuer.token(new JWTClaimsSet.Builder()
                .issuer(issuer.name())
                .subject(subject)
                .audience("ose")
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofHours(1))))
                .build());
    }

    @Test
    void userCannotActOnOthersByName(Node node) {
        AdminApi.Account elsewhere = node.admin().makeTenant("iam-" + UUID.randomUUID());
        AdminApi.Account chief = node.admin().makeAdministrator(elsewhere.tenant(), "boss");
        AwsCli stranger = new AwsCli(target.as(chief.accessKey(), chief.secretKey()));

        assertRefused(user.call("iam", "list-access-keys", "--user-name", "chief"), "AccessDenied");
        assertRefused(user.call("iam", "list-access-keys", "--user-name", "nobody"), "AccessDenied");
        assertRefused(stranger.call("iam", "list-access-keys", "--user-name", "chief"), "NoSuchEntity");
        assertRefused(
                administrator.call(
                        "iam", "delete-access-key", "--user-name", "first", "--access-key-id", chief.accessKey()),
                "NoSuchEntity");
    }
}
