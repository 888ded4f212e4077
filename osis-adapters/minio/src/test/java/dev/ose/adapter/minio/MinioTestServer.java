package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.testkit.MinioProcess;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** Logins of a MinIO under test, and what only its root user does. */
final class MinioTestServer {

    static final Secret KEY_SECRET = Secret.of("what the secret keys of users are derived from");

    /** What the guide asks for. */
    static final String LEAST_POLICY = """
            {"Version": "2012-10-17", "Statement": [
              {"Effect": "Allow", "Action": [
                "admin:CreateUser", "admin:DeleteUser", "admin:EnableUser", "admin:GetUser", "admin:CreatePolicy",
                "admin:DeletePolicy", "admin:GetPolicy", "admin:ListUserPolicies", "admin:AttachUserOrGroupPolicy",
                "admin:CreateServiceAccount", "admin:UpdateServiceAccount", "admin:ListServiceAccounts",
                "admin:RemoveServiceAccount", "admin:StorageInfo", "admin:DataUsageInfo"]},
              {"Effect": "Allow", "Action": ["s3:ListAllMyBuckets", "s3:ListBucket"], "Resource": ["arn:aws:s3:::*"]}]}
            """;

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final PlatformKey ADMINISTRATOR =
            new PlatformKey("ose-admin", Secret.of("secret-of-the-administrator"));

    private MinioTestServer() {}

    /** A login with the least policy, which is made if it is not there. */
    static MinioPlatformConfig leastAdministrator(MinioProcess server) {
        try (MinioAdminApi root = new MinioAdminApi(root(server), Clock.systemUTC(), new SecureRandom())) {
            root.send(root.request("PUT", "add-canned-policy", "create a policy")
                            .with("name", "ose-admin")
                            .with(LEAST_POLICY.getBytes(StandardCharsets.UTF_8)))
                    .required();
            addUser(root, ADMINISTRATOR);
            new MinioPolicies(root).attach("ose-admin", ADMINISTRATOR.accessKey());
        }
        return config(server.endpoint(), ADMINISTRATOR, KEY_SECRET, TIMEOUT);
    }

    static MinioPlatformConfig root(MinioProcess server) {
        PlatformKey root = new PlatformKey(MinioProcess.ACCESS_KEY, server.secretKey());
        return config(server.endpoint(), root, KEY_SECRET, TIMEOUT);
    }

    /** Makes a user of others. */
    static void addUser(MinioAdminApi root, PlatformKey user) {
        String document = user.secretKey()
                .use(secret -> "{\"secretKey\":\"" + new String(secret, StandardCharsets.UTF_8)
                        + "\",\"status\":\"enabled\"}");
        root.send(root.request("PUT", "add-user", "create a user")
                        .with("accessKey", user.accessKey())
                        .withSealed(document.getBytes(StandardCharsets.UTF_8)))
                .required();
    }

    static MinioPlatformConfig config(URI endpoint, PlatformKey login, Secret keySecret, Duration timeout) {
        try {
            return new MinioPlatformConfig(
                    endpoint,
                    endpoint,
                    MinioProcess.REGION,
                    login,
                    keySecret,
                    new MinioPlatformConfig.Connection(
                            timeout, timeout, SSLContext.getDefault(), OutboundRoutes.direct()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java runtime lacks TLS", e);
        }
    }
}
