package dev.ose.adapter.aws;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.aws.AwsPlatformConfig.Accounts;
import dev.ose.adapter.aws.AwsPlatformConfig.Source;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.testkit.MotoProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.AccessKey;
import software.amazon.awssdk.services.organizations.model.OrganizationFeatureSet;

/** An organisation at moto with a login for OSE that has the least rights, which moto checks from then on. */
final class AwsTestSite {

    static final String REGISTRY = "registry-of-ose";
    static final Secret KEY_SECRET = Secret.of("what the secret keys of users are encrypted with");
    static final String ROLE = "OrganizationAccountAccessRole";

    /** What the guide asks for, but for resources of Organizations and IAM, which moto does not know. */
    private static final String LEAST_POLICY = """
            {"Version": "2012-10-17", "Statement": [
              {"Effect": "Allow", "Resource": "*", "Action": [
                "organizations:DescribeOrganization", "organizations:ListAccounts", "organizations:DescribeAccount",
                "organizations:ListTagsForResource", "organizations:CreateAccount", "organizations:TagResource",
                "organizations:DescribeCreateAccountStatus", "organizations:ListCreateAccountStatus"]},
              {"Effect": "Allow", "Resource": "arn:aws:iam::*:role/OrganizationAccountAccessRole",
                "Action": "sts:AssumeRole"},
              {"Effect": "Allow", "Resource": "arn:aws:s3:::registry-of-ose/ose/*",
                "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"]},
              {"Effect": "Allow", "Resource": "*", "Action": ["s3:ListAllMyBuckets", "s3:ListBucket"]},
              {"Effect": "Allow", "Resource": "*", "Action": [
                "iam:CreateUser", "iam:GetUser", "iam:DeleteUser", "iam:TagUser", "iam:PutUserPolicy",
                "iam:DeleteUserPolicy", "iam:AttachUserPolicy", "iam:DetachUserPolicy", "iam:CreateAccessKey",
                "iam:ListAccessKeys", "iam:DeleteAccessKey", "iam:CreatePolicy", "iam:CreatePolicyVersion",
                "iam:ListPolicyVersions", "iam:DeletePolicyVersion", "iam:DeletePolicy"]}]}
            """;

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Map<URI, AwsTestSite> SITES = new ConcurrentHashMap<>();

    private final URI endpoint;
    private final PlatformKey login;
    private final List<String> spareAccounts;

    private AwsTestSite(URI endpoint, PlatformKey login, List<String> spareAccounts) {
        this.endpoint = endpoint;
        this.login = login;
        this.spareAccounts = spareAccounts;
    }

    /** The organisation of a server, which is made once. */
    static AwsTestSite at(MotoProcess server) {
        return SITES.computeIfAbsent(server.endpoint(), AwsTestSite::make);
    }

    private static AwsTestSite make(URI endpoint) {
        PlatformKey root = new PlatformKey("AKIAROOTOFTHEACCOUNT", Secret.of("unchecked"));
        AwsPlatformConfig config = config(endpoint, endpoint, root, share(), quick());
        try (AwsClients clients = new AwsClients(config, new AwsCalls(config.patience()), Clock.systemUTC())) {
            clients.organizations().createOrganization(request -> request.featureSet(OrganizationFeatureSet.ALL));
            clients.s3().createBucket(request -> request.bucket(REGISTRY));
            IamClient iam = clients.in(clients.ownAccount()).iam();
            iam.createUser(request -> request.userName("ose-admin"));
            iam.putUserPolicy(
                    request -> request.userName("ose-admin").policyName("ose").policyDocument(LEAST_POLICY));
            AccessKey key = iam.createAccessKey(request -> request.userName("ose-admin"))
                    .accessKey();
            List<String> spare = List.of(spareAccount(clients, "one"), spareAccount(clients, "two"));
            checkSignatures(endpoint);
            PlatformKey login = new PlatformKey(key.accessKeyId(), Secret.of(key.secretAccessKey()));
            return new AwsTestSite(endpoint, login, spare);
        }
    }

    /** At AWS the role of a new account has all rights in it, at moto none. */
    private static String spareAccount(AwsClients clients, String name) {
        String account = clients.organizations()
                .createAccount(request ->
                        request.accountName(name).email(name + "@example.com").roleName(ROLE))
                .createAccountStatus()
                .accountId();
        clients.in(account).iam().putRolePolicy(request -> request.roleName(ROLE)
                .policyName("all")
                .policyDocument("{\"Version\":\"2012-10-17\",\"Statement\":"
                        + "[{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}]}"));
        return account;
    }

    private static void checkSignatures(URI endpoint) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(endpoint.resolve("/moto-api/reset-auth"))
                            .POST(HttpRequest.BodyPublishers.ofString("0"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("moto answered " + answer.statusCode());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** An adapter for another region of the same organisation, which the caller closes. */
    StoragePlatform openIn(String region, Accounts accounts) {
        AwsPlatformConfig here = config(accounts);
        AwsPlatformConfig config = new AwsPlatformConfig(
                new AwsPlatformConfig.Site(region, endpoint, endpoint),
                here.login(),
                here.keySecret(),
                here.registry(),
                here.accounts(),
                here.connection(),
                here.patience());
        return new AwsPlatform(config, AwsPlatform.describe(config.site()), Clock.systemUTC(), new SecureRandom());
    }

    /** Two accounts of the organisation, in which OSE may do what it may at AWS. */
    List<String> spareAccounts() {
        return spareAccounts;
    }

    URI endpoint() {
        return endpoint;
    }

    AwsPlatformConfig config(Accounts accounts) {
        return config(endpoint, endpoint, login, accounts, quick());
    }

    /** An adapter that has pauses like {@link #quick}, which the caller closes. */
    StoragePlatform open(Accounts accounts, @Nullable URI relay) {
        return open(accounts, relay, quick(), Clock.systemUTC());
    }

    /** The same, which knows what moto does not do: it overlooks the digest of a body. */
    StoragePlatform open(Accounts accounts, @Nullable URI relay, AwsPatience patience, Clock clock) {
        URI admin = relay == null ? endpoint : relay;
        AwsPlatformConfig config = config(admin, admin, login, accounts, patience);
        PlatformInfo aws = AwsPlatform.describe(config.site());
        Set<Capability> capabilities = EnumSet.copyOf(aws.capabilities());
        capabilities.remove(Capability.ENFORCES_SIGNED_HASH);
        PlatformInfo moto =
                new PlatformInfo(aws.kind(), "moto", aws.s3Endpoint(), aws.region(), capabilities, aws.quirks());
        return new AwsPlatform(config, moto, clock, new SecureRandom());
    }

    /** Clients with the rights of the adapter. */
    AwsClients clients(Accounts accounts) {
        return new AwsClients(config(accounts), new AwsCalls(quick()), Clock.systemUTC());
    }

    static Accounts share() {
        return new Accounts(Source.SHARE, null, ROLE, null);
    }

    static Accounts create() {
        return new Accounts(Source.CREATE, null, ROLE, "aws+{tenant}@example.com");
    }

    static Accounts assign() {
        return new Accounts(Source.ASSIGN, null, ROLE, null);
    }

    /** Asks again and again without a pause. */
    static AwsPatience quick() {
        return new AwsPatience(Duration.ofSeconds(20), time -> {});
    }

    static AwsPlatformConfig config(URI admin, URI s3, PlatformKey login, Accounts accounts, AwsPatience patience) {
        return new AwsPlatformConfig(
                new AwsPlatformConfig.Site(MotoProcess.REGION, admin, s3),
                login,
                KEY_SECRET,
                REGISTRY,
                accounts,
                connection(TIMEOUT),
                patience);
    }

    static AwsPlatformConfig.Connection connection(Duration timeout) {
        try {
            return new AwsPlatformConfig.Connection(timeout, timeout, SSLContext.getDefault(), OutboundRoutes.direct());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java runtime lacks TLS", e);
        }
    }
}
